// What an integrator's commands read of the environment: where their files are, and a context that is given by variables. They need none of
// the service's settings.
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A tenant at a service, and the credential to call it with. */
export type Context = { baseUrl: string; tenantId: string; clientId: string; clientSecret: string };

/** Each part of a context by its variable, which the SDKs' examples read too. */
export const CONTEXT_VARIABLES = {
  baseUrl: 'TREFOIL_URL',
  tenantId: 'TREFOIL_TENANT',
  clientId: 'TREFOIL_CLIENT_ID',
  clientSecret: 'TREFOIL_CLIENT_SECRET',
} as const satisfies Record<keyof Context, string>;

export type ClientConfig = {
  /** The folder of contexts and places in the feed. */
  folder: string;
  /** The parts of a context that are set. */
  given: Partial<Context>;
  /** The name of the context to use, where one is set. */
  contextName: string | undefined;
};

export function readClientConfig(env: Record<string, string | undefined>): ClientConfig {
  const own = (name: string): string | undefined => env[name]?.trim() || undefined;
  const given = Object.entries(CONTEXT_VARIABLES).flatMap(([part, name]) => {
    const value = own(name);
    return value === undefined ? [] : [[part, value] as const];
  });
  return {
    folder: join(own('XDG_CONFIG_HOME') ?? join(homedir(), '.config'), 'trefoil'),
    given: Object.fromEntries(given),
    contextName: own('TREFOIL_CONTEXT'),
  };
}
