// The pages of this room, in one script.
import '../../frame/shared-later.ts';

export { AccountPage } from './account.tsx';
export { CredentialsPage } from './credentials.tsx';
export { MembersPage } from './members.tsx';
export { TenantSettingsPage } from './tenant-settings.tsx';
