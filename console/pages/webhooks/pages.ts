// The pages of this room, in one script.
import '../../frame/shared-later.ts';

export { WebhookPage } from './webhook.tsx';
export { WebhooksPage } from './webhooks.tsx';
