// Access tokens of people who signed in: the same kind of JWT as a credential's, for a session, with the console as its client. They
// are kept in a cookie; what the person may do is looked up, and is not in the token.
import type { SignToken } from './sign-token.ts';

/** The client that people sign in through: our own pages. */
export const CONSOLE_CLIENT_ID = 'console';

export type SignPersonToken = (session: { id: string; personId: string }) => string;

export function createPersonTokenSigner(signToken: SignToken): SignPersonToken {
  return ({ id, personId }) => signToken({ sub: personId, client_id: CONSOLE_CLIENT_ID, sid: id });
}
