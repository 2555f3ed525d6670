// Checks of a bureau (src/bureaus/checking) without its service: the replies are twins of its wire, changed at will.
import type { Call } from '../../../src/bureaus/bureau.ts';
import { type CheckReport, checkBureau } from '../../../src/bureaus/checking/check-bureau.ts';
import type { BureauId } from '../../../src/domain/reports/credit-report.ts';
import { DEFAULT_BUREAU_SETTINGS } from './bureau-bench.ts';
import { readTwin, TWIN_PEOPLE } from './wire-twins.ts';

/** A reply of the wire with the person and the reference that it is about. */
export type Wire = { bureau: BureauId; file: string; reference: string; who: keyof typeof TWIN_PEOPLE };

export const WIRES = [
  { bureau: 'transunion', file: 'transunion-ordinary.xml', reference: 'wires-tu-ordinary', who: 'ada' },
  { bureau: 'transunion', file: 'transunion-default.xml', reference: 'wires-tu-default', who: 'cecily' },
  { bureau: 'transunion', file: 'transunion-public.xml', reference: 'wires-tu-public', who: 'dafydd' },
  { bureau: 'transunion', file: 'transunion-thin.xml', reference: 'wires-tu-thin', who: 'bram' },
  { bureau: 'experian', file: 'experian-ordinary.json', reference: 'wires-ex-ordinary', who: 'ada' },
  { bureau: 'experian', file: 'experian-associate.json', reference: 'wires-ex-associate', who: 'dafydd' },
  { bureau: 'experian', file: 'experian-default.json', reference: 'wires-ex-default', who: 'cecily' },
  { bureau: 'experian', file: 'experian-public.json', reference: 'wires-ex-public', who: 'dafydd' },
  { bureau: 'experian', file: 'experian-thin.json', reference: 'wires-ex-thin', who: 'bram' },
  { bureau: 'equifax', file: 'equifax-single-match.xml', reference: 'wires-eq-single', who: 'ada' },
  { bureau: 'equifax', file: 'equifax-default.xml', reference: 'wires-eq-default', who: 'cecily' },
  { bureau: 'equifax', file: 'equifax-public.json', reference: 'wires-eq-public', who: 'dafydd' },
] as const satisfies Wire[];

type Answering = { status: number; reference: string; tables?: string; token?: string };
const TOKEN = JSON.stringify({ access_token: 'token', expires_in: '1800' });

/** A Call that answers every search with this text, in which the reference is that of the request. */
export function answering(text: string, more: Answering): Call {
  const { tables = readTwin('transunion-lookup-reply.xml'), token = TOKEN } = more;
  return async ({ headers, body = '' }) => {
    const { soapaction = '', authorization = '' } = headers;
    const reply = (answered: string) => ({ status: 200, headers: {}, text: answered });
    if (soapaction.includes('Lookup')) return reply(tables);
    const isSearch = soapaction !== '' || authorization.startsWith('Bearer');
    if (!isSearch) return reply(token);
    const [asked = more.reference] = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(body) ?? [];
    // A password that lasts, on whatever day this runs.
    const echoed = text.replaceAll(more.reference, asked).replaceAll('2026-12-20T08', '2199-12-20T08');
    return { ...reply(echoed), status: more.status };
  };
}

export function checkWire(
  wire: Wire,
  change = (text: string): string => text,
  more: Partial<Answering> = {},
): Promise<CheckReport> {
  const isJson = wire.bureau === 'equifax' && wire.file.endsWith('.json');
  return checkBureau({
    bureau: wire.bureau,
    consumer: TWIN_PEOPLE[wire.who],
    settings: { ...DEFAULT_BUREAU_SETTINGS, ...(isJson && { EQUIFAX_STYLE: 'json' as const }) },
    between: () =>
      answering(change(readTwin(wire.file)), { status: 200, reference: wire.reference, ...more }),
  });
}
