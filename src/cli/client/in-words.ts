// What went wrong with a call of the service, in a line or two that say what to do.
import { ConnectionError, TrefoilError, Unauthorized, ValidationError } from '@trefoil/sdk';
import { START } from '../../settings/how-started.ts';

/** Null for what is no error of a call. */
export function callInWords(error: unknown): string | null {
  if (error instanceof ConnectionError)
    return `${error.message} Start it (${START}), or choose another: trefoil login.`;
  if (error instanceof Unauthorized)
    return 'The client id or its secret is not good for this service, or was revoked. Run: trefoil login';
  if (error instanceof ValidationError && error.details.length > 0)
    return error.details.map(({ path, message }) => `${path} ${message}`).join('\n');
  if (!(error instanceof TrefoilError)) return null;
  const request = error.requestId === undefined ? '' : ` (request ${error.requestId})`;
  const help = error.help === undefined ? '' : ` ${error.help}`;
  return `${error.status} ${error.code}: ${error.message}${help}${request}`;
}
