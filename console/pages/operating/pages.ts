// The pages of this room, in one script.
import '../../frame/shared-later.ts';

export { OperatorAuditPage, OperatorProvidersPage } from './operator-providers.tsx';
export { OperatorTenantPage } from './operator-tenant.tsx';
export { OperatorTenantsPage } from './operator-tenants.tsx';
