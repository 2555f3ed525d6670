// TransUnion: one search over SOAP, with its code tables loaded in parallel.
import { createNotices } from '../asking/notices.ts';
import type { Adapter, CallFailed } from '../bureau.ts';
import type { AdapterNeeds } from '../entry.ts';
import { askSoap, type SoapFault } from '../reading/soap.ts';
import { createCodeTables } from './code-tables.ts';
import type { CodeTables } from './codes.ts';
import { outcomeOfWords, saysExpired } from './faults.ts';
import { fromSearchReply } from './mapping.ts';
import { NOTICES, type Notice } from './notices.ts';
import { toSearchRequest } from './request.ts';
import type { TransunionSettings } from './settings.ts';
import { LISTS, NAMESPACE, SEARCH } from './wire.ts';

/** The search is already answered, and may be paid for: its codes are worth a short wait, not the whole deadline. */
const TABLES_WAIT_MS = 1_500;

export function createTransunion(needs: AdapterNeeds<TransunionSettings>): Adapter {
  const { settings, call, nowMs } = needs;
  const codeTables = createCodeTables(needs);
  const give = createNotices(needs);
  const notify = (notice: Notice) => give(NOTICES[notice]);

  function outcomeOf({ words, isOurs }: SoapFault): CallFailed['outcome'] {
    const outcome = outcomeOfWords(words, isOurs);
    if (outcome === 'rejected-credentials' && saysExpired(words)) notify('expired');
    return outcome;
  }

  return {
    async search(enquiry) {
      const { envelope, altered } = toSearchRequest(settings, enquiry.reportId, enquiry.consumer);
      const loading = codeTables.current();
      const tree = await askSoap({
        call,
        url: settings.TRANSUNION_URL ?? '',
        action: `${NAMESPACE}/${SEARCH}`,
        envelope,
        arrays: LISTS,
        outcomeOf,
      });
      const tables = await within(loading, TABLES_WAIT_MS);
      if (tables === null) notify('tables');
      const answer = await fromSearchReply(tree, { enquiry, tables, nowMs: nowMs(), notify, settings });
      return { ...answer, ...(altered !== undefined && { altered }) };
    },
  };
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
