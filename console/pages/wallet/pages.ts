// The pages of this room, in one script.
import '../../frame/shared-later.ts';

export { AlertsPage } from './alerts.tsx';
export { WalletPage } from './wallet.tsx';
