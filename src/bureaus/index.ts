// The registry: one line per bureau. The service knows its bureaus by this list alone; what it knows of each is the entry in the
// bureau's folder. An id of the domain without a line here does not compile, nor does an entry without its connection settings.
import type { SearchRoom } from '../domain/reports/coverage.ts';
import { BUREAU_IDS, type BureauId } from '../domain/reports/credit-report.ts';
import type { Values } from '../settings/setting.ts';
import type { BureauEntry, ConnectionSettings } from './entry.ts';
import { EQUIFAX } from './equifax/entry.ts';
import { EXPERIAN } from './experian/entry.ts';
import { TRANSUNION } from './transunion/entry.ts';

const REGISTRY = {
  equifax: EQUIFAX,
  experian: EXPERIAN,
  transunion: TRANSUNION,
} satisfies { [Id in BureauId]: { id: Id; settings: ConnectionSettings<Id> } };

/** The settings of all bureaus together, each with its exact type. */
export type OwnSettings = Together<(typeof REGISTRY)[keyof typeof REGISTRY]['settings']>;

/** An entry whose adapter can be given the settings of all bureaus: it reads its own. */
export type RegisteredBureau = BureauEntry<Values<OwnSettings>>;

/** In the order of BUREAU_IDS. */
export const BUREAUS: readonly RegisteredBureau[] = BUREAU_IDS.map((id) => REGISTRY[id]);

/** Of a bureau that is not registered, as in tests, the least. */
export function searchRoomOf(bureau: BureauId): SearchRoom {
  return BUREAUS.find(({ id }) => id === bureau)?.searchRoom ?? { names: 1, addresses: 1 };
}

/** The intersection of a union's members. */
type Together<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;
