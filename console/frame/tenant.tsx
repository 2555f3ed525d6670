// The tenant of a page, its mode, and what the person may do there.
import { createContext, useContext } from 'react';
import type { Access, ConsoleFacts } from '../api/shapes.ts';

/** The tenant that was open last in this browser, and its mode. */
export const LAST_TENANT = 'trefoil-tenant';
export const LAST_MODE = 'trefoil-mode';

export type Mode = 'test' | 'live';
/** What the first call said of the person. */
export type Person = ConsoleFacts;
export type TenantView = {
  tenantId: string;
  mode: Mode;
  access: Access;
  /** The prefix of every API path on this tenant. */
  api: string;
  /** The prefix of every console address on this tenant, in this mode. */
  home: string;
};

export const PersonContext = createContext<Person | null>(null);
export const TenantContext = createContext<TenantView | null>(null);

export function usePerson(): Person {
  const person = useContext(PersonContext);
  if (person === null) throw new Error('there is no person outside the frame');
  return person;
}

export function useTenant(): TenantView {
  const tenant = useContext(TenantContext);
  if (tenant === null) throw new Error('there is no tenant on this page');
  return tenant;
}

export function useMay(): (permission: Access['permissions'][number]) => boolean {
  const { access } = useTenant();
  return (permission) => access.permissions.includes(permission);
}
