// The pages of this room, in one script; the overview has its own.
import '../../frame/shared-later.ts';

export { AuditPage } from './audit.tsx';
export { BureausPage } from './bureaus.tsx';
export { MessagesPage } from './messages.tsx';
export { RequestsPage } from './requests.tsx';
