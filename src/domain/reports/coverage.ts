// What a report covers: whom and where was searched, which bureaus answered, and how far back a credit file reaches. It stands in every
// report, because "nothing found" is not "no agreement".
import { given } from '../given.ts';
import type { Consumer, ConsumerAddress } from './consumer.ts';
import type { BureauCoverage, BureauId, Coverage, CreditReport } from './credit-report.ts';
import { type BureauStatus, hasAnswered } from './report.ts';
import { formatUkAddress } from './uk-address.ts';

/** UK bureaus take an agreement off six years after it ended. */
const ON_FILE_YEARS = 6;

/** How many names and addresses of a consumer fit into one bureau's search; the first of each are sent. */
export type SearchRoom = { names: number; addresses: number };

export function coverageOf(
  report: Pick<CreditReport, 'consumerData'>,
  searched: {
    consumer: Consumer;
    /** With what its answer says of the search. */
    bureaus: readonly (BureauStatus & Pick<BureauCoverage, 'altered' | 'leftOut' | 'notes' | 'notAsked'>)[];
    roomOf: (bureau: BureauId) => SearchRoom;
    /** YYYY-MM-DD. */
    today: string;
  },
): Coverage {
  const { bureaus, roomOf, today } = searched;
  const consumer = currentFirst(searched.consumer);
  const names = [consumer, ...(consumer.previousNames ?? [])].map(fullName);
  const addresses = consumer.addresses.map(({ ukAddress }) => formatUkAddress(ukAddress).addressLine1);
  const days = report.consumerData.records.flatMap(({ startDate }) => startDate ?? []).sort();
  const onFileSince = yearsBefore(today, ON_FILE_YEARS);
  return {
    bureaus: bureaus.map((bureau) => ({
      id: bureau.id,
      answered: hasAnswered(bureau),
      hasFile: bureau.status === 'ok',
      names: Math.min(names.length, roomOf(bureau.id).names),
      addresses: Math.min(addresses.length, roomOf(bureau.id).addresses),
      ...given({
        altered: bureau.altered,
        leftOut: bureau.leftOut,
        notes: bureau.notes,
        notAsked: bureau.notAsked,
      }),
    })),
    names,
    addresses,
    ...(days[0] !== undefined && { oldestRecord: days[0] }),
    onFileSince,
    notice: `Agreements that ended before ${onFileSince} are normally no longer on file. That none was found does not mean that there was none.`,
  };
}

/** The address marked current first, since bureaus search the first as the current one; the others stay in their order. */
export function currentFirst<Given extends Pick<Consumer, 'addresses'>>(consumer: Given): Given {
  const isCurrent = ({ type }: ConsumerAddress) => type?.toLowerCase() === 'current';
  const current = consumer.addresses.findIndex(isCurrent);
  const address = consumer.addresses[current];
  if (current < 1 || address === undefined) return consumer;
  return { ...consumer, addresses: [address, ...consumer.addresses.toSpliced(current, 1)] };
}

function fullName({
  firstName,
  middleName,
  lastName,
}: Pick<Consumer, 'firstName' | 'middleName' | 'lastName'>) {
  return [firstName, middleName, lastName].filter((part) => part !== undefined).join(' ');
}

/** The same day, or 28 February for a 29th that the year does not have. */
function yearsBefore(day: string, years: number): string {
  const text = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`;
  const year = Number(text.slice(0, 4));
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return text.endsWith('02-29') && !isLeap ? text.replace(/29$/, '28') : text;
}
