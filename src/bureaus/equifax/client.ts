// Equifax: one search over SOAP with a user name and password, or over its JSON twin with an OAuth token. Both replies are the same
// tree.
import { type Adapter, CallFailed, type Enquiry } from '../bureau.ts';
import type { AdapterNeeds } from '../entry.ts';
import { readJson } from '../reading/json.ts';
import { askSoap, outcomeOfStatus, type SoapFault, saysWhoAreYou } from '../reading/soap.ts';
import { at, wireText } from '../reading/wire-values.ts';
import { fromSearchReply } from './mapping.ts';
import { createPasswordWatch } from './password-expiry.ts';
import type { EquifaxSettings } from './settings.ts';
import { createTokens } from './tokens.ts';
import { LISTS, responseName, toJsonRequest, toSoapRequest } from './wire.ts';

type EquifaxNeeds = AdapterNeeds<EquifaxSettings>;

export function createEquifax(needs: EquifaxNeeds): Adapter {
  const ask = needs.settings.EQUIFAX_STYLE === 'soap' ? createSoap(needs) : createJson(needs);
  return {
    async search(enquiry) {
      if (enquiry.consumer.addresses.length === 0) {
        throw new CallFailed('rejected-request', 'no address to ask about', false);
      }
      return fromSearchReply(await ask(enquiry), enquiry, needs.nowMs());
    },
  };
}

type Ask = (enquiry: Enquiry) => Promise<unknown>;

function createSoap(needs: EquifaxNeeds): Ask {
  const { settings, call } = needs;
  const passwordWatch = createPasswordWatch(needs);
  return async ({ reportId, consumer }) => {
    const operation = settings.EQUIFAX_OPERATION;
    const tree = await askSoap({
      call,
      url: settings.EQUIFAX_URL ?? '',
      action: operation,
      envelope: toSoapRequest(settings, reportId, consumer),
      arrays: LISTS,
      outcomeOf: (fault) => outcomeOf(fault, operation),
    });
    passwordWatch.see(tree);
    return at(tree, 'Envelope', 'Body', responseName(operation));
  };
}

const BAD_CREDENTIALS = 'EWSC0005';

/** One detail code is public. Faults have the code "Server" even when the request is at fault, so little else can be distinguished. */
function outcomeOf(fault: SoapFault, operation: string): CallFailed['outcome'] {
  const code = wireText(at(fault.detail, `${operation}Fault`, 'code'));
  if (code === BAD_CREDENTIALS || saysWhoAreYou(fault.words)) return 'rejected-credentials';
  return fault.isOurs ? 'rejected-request' : 'unavailable';
}

function createJson(needs: EquifaxNeeds): Ask {
  const { settings, call } = needs;
  const tokens = createTokens(needs);
  return async ({ reportId, consumer }) => {
    const post = (token: string) =>
      call({
        url: settings.EQUIFAX_URL ?? '',
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: toJsonRequest(reportId, consumer),
      });
    const token = await tokens.current();
    let reply = await post(token);
    // A 401 comes before anything is searched: the retry with a fresh token is not a second search.
    if (reply.status === 401) {
      tokens.forget(token);
      reply = await post(await tokens.current());
    }
    if (reply.status !== 200) throw new CallFailed(outcomeOfStatus(reply.status), 'an HTTP error', true);
    const parsed = await readJson(reply.text);
    // The gateway's own errors have a code and may come with any status.
    if (at(parsed, 'efxErrorCode') !== undefined) {
      throw new CallFailed('rejected-request', 'an error inside the reply', true);
    }
    return parsed;
  };
}
