// TransUnion: one search over SOAP, with its code tables loaded in parallel.
import { type Adapter, CallFailed } from '../bureau.ts';
import type { AdapterNeeds } from '../entry.ts';
import { askSoap, type SoapFault, saysWhoAreYou } from '../reading/soap.ts';
import { createCodeTables } from './code-tables.ts';
import type { CodeTables } from './codes.ts';
import { fromSearchReply } from './mapping.ts';
import type { TransunionSettings } from './settings.ts';
import { LISTS, NAMESPACE, SEARCH, toSearchRequest } from './wire.ts';

/** The search is already answered, and may be paid for: its codes are worth a short wait, not the whole deadline. */
const TABLES_WAIT_MS = 1_500;

export function createTransunion(
  needs: Pick<AdapterNeeds<TransunionSettings>, 'call' | 'settings' | 'nowMs'>,
): Adapter {
  const { settings, call } = needs;
  const codeTables = createCodeTables(needs);

  return {
    async search({ reportId, consumer }) {
      if (consumer.addresses.length === 0) {
        throw new CallFailed('rejected-request', 'no address to ask about', false);
      }
      const tables = codeTables.current();
      const tree = await askSoap({
        call,
        url: settings.TRANSUNION_URL ?? '',
        action: `${NAMESPACE}/${SEARCH}`,
        envelope: toSearchRequest(settings, reportId, consumer),
        arrays: LISTS,
        outcomeOf,
      });
      return fromSearchReply(tree, { reportId, consumer }, await within(tables, TABLES_WAIT_MS));
    },
  };
}

/** No list of fault codes is public: the fault's words show rejected credentials, its SOAP code whose fault it is. */
function outcomeOf(fault: SoapFault): CallFailed['outcome'] {
  if (saysWhoAreYou(fault.words)) return 'rejected-credentials';
  return fault.isOurs ? 'rejected-request' : 'unavailable';
}

async function within(tables: Promise<CodeTables | null>, waitMs: number): Promise<CodeTables | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, waitMs, null);
  });
  try {
    return await Promise.race([tables, late]);
  } finally {
    clearTimeout(timer);
  }
}
