// The pages of this room, in one script.
import '../../frame/shared-later.ts';

export { ComplaintsPage } from './complaints.tsx';
export { ConsentTextPage } from './consent-text.tsx';
export { ConsentTextsPage } from './consent-texts.tsx';
export { LinksPage } from './links.tsx';
