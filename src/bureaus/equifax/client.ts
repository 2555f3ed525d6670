// Equifax: one search over SOAP with a user name and password, or over its JSON twin with an OAuth token. Both replies are the same
// tree.

import { given } from '../../domain/given.ts';
import type { Altered } from '../../domain/reports/credit-report.ts';
import { type Adapter, CallFailed, type Enquiry } from '../bureau.ts';
import type { AdapterNeeds } from '../entry.ts';
import { readJson } from '../reading/json.ts';
import { askSoap, outcomeOfStatus } from '../reading/soap.ts';
import { at } from '../reading/wire-values.ts';
import { outcomeOfError, outcomeOfFault, saysExpired } from './faults.ts';
import { fromSearchReply } from './mapping.ts';
import { createPasswordWatch } from './password-expiry.ts';
import { toJsonRequest, toSoapRequest } from './request.ts';
import type { EquifaxSettings } from './settings.ts';
import { createTokens } from './tokens.ts';
import { responseName, unwrapped } from './wire.ts';

type EquifaxNeeds = AdapterNeeds<EquifaxSettings>;

export function createEquifax(needs: EquifaxNeeds): Adapter {
  const ask = needs.settings.EQUIFAX_STYLE === 'soap' ? createSoap(needs) : createJson(needs);
  return {
    async search(enquiry) {
      const { response, altered } = await ask(enquiry);
      return {
        ...(await fromSearchReply(response, enquiry, needs.nowMs())),
        ...given({ altered }),
      };
    },
  };
}

type Ask = (enquiry: Enquiry) => Promise<{ response: unknown; altered: Altered[] | undefined }>;

const NO_ARRAYS: ReadonlySet<string> = new Set();

function createSoap(needs: EquifaxNeeds): Ask {
  const { settings, call } = needs;
  const passwordWatch = createPasswordWatch(needs);
  return async (enquiry) => {
    const operation = settings.EQUIFAX_OPERATION;
    const { body, altered } = toSoapRequest(settings, enquiry);
    const tree = await askSoap({
      call,
      url: settings.EQUIFAX_URL ?? '',
      action: operation,
      envelope: body,
      arrays: NO_ARRAYS,
      outcomeOf: (fault) => {
        if (saysExpired(fault)) passwordWatch.sayExpired();
        return outcomeOfFault(fault);
      },
    });
    passwordWatch.see(tree);
    return { response: at(tree, 'Envelope', 'Body', responseName(operation)), altered };
  };
}

function createJson(needs: EquifaxNeeds): Ask {
  const { settings, call } = needs;
  const tokens = createTokens(needs);
  const post = async (token: string, body: string) => {
    const { status, text } = await call({
      url: settings.EQUIFAX_URL ?? '',
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body,
    });
    const parsed = await readJson(text).catch((error: unknown) => {
      if (status === 200) throw error;
    });
    // The gateway's own errors have a code and may come with any status.
    const code = at(parsed, 'efxErrorCode');
    const httpOutcome = status === 200 ? undefined : outcomeOfStatus(status);
    return { status, parsed, outcome: code === undefined ? httpOutcome : outcomeOfError(code) };
  };
  return async (enquiry) => {
    const { body, altered } = toJsonRequest(settings, enquiry);
    const token = await tokens.current();
    let reply = await post(token, body);
    // A 401 comes before anything is searched: the retry with a fresh token is not a second search.
    if (reply.status === 401) {
      tokens.forget(token);
      reply = await post(await tokens.current(), body);
    }
    if (reply.outcome !== undefined) throw new CallFailed(reply.outcome, 'an error of the gateway', true);
    return { response: unwrapped(reply.parsed), altered };
  };
}
