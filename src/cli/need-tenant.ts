// The tenant that a command is about, or a refusal that says how to find it.
import { isUuid } from '../domain/ids.ts';
import { COMMAND } from '../settings/how-started.ts';
import type { Tenant } from '../storage/people/tenants.ts';
import { CommandRefused } from './command.ts';

export async function needTenant(
  tools: { findTenant: (tenantId: string) => Promise<Tenant | null> },
  tenantId: string | undefined,
): Promise<Tenant> {
  const tenant = tenantId !== undefined && isUuid(tenantId) ? await tools.findTenant(tenantId) : null;
  if (tenant === null)
    throw new CommandRefused(`There is no tenant with this id. See: ${COMMAND} tenants list`);
  return tenant;
}
