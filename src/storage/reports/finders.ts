// Reports by what a consumer on the phone says: the end of their number, or their surname. Both are kept as keyed hashes of the tenant, which
// say nothing without the key; a search takes the same hash. What is found is masked, like every list.
import type { Consumer } from '../../domain/reports/consumer.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';
import type { Keyring } from '../keys/keyring.ts';
import { COLUMNS, NOW_AT } from './report-list-statements.ts';
import type { ListRow } from './report-rows.ts';

const HASH_BYTES = 8;
export const PHONE_END_DIGITS = 4;

export type Finders = {
  /** Of a report: both hashes, one after the other; of no phone number, zeros. */
  of(tenantId: string, consumer: Consumer): Buffer;
  ofPhoneEnd(tenantId: string, digits: string): Buffer;
  ofSurname(tenantId: string, surname: string): Buffer;
};

export function createFinders(keyring: Keyring): Finders {
  const hash = (tenantId: string, kind: string, text: string): Buffer =>
    keyring.mac('hash-finders', tenantId, kind, text).subarray(0, HASH_BYTES);
  const ofPhoneEnd = (tenantId: string, digits: string): Buffer => hash(tenantId, 'phone-end', digits);
  const ofSurname = (tenantId: string, surname: string): Buffer =>
    hash(tenantId, 'surname', foldName(surname));
  return {
    ofPhoneEnd,
    ofSurname,
    of(tenantId, { mobileNumber, lastName }) {
      const digits = mobileNumber?.replace(/\D/g, '').slice(-PHONE_END_DIGITS) ?? '';
      const phone =
        digits.length < PHONE_END_DIGITS ? Buffer.alloc(HASH_BYTES) : ofPhoneEnd(tenantId, digits);
      return Buffer.concat([phone, ofSurname(tenantId, lastName)]);
    },
  };
}

/** "O'Brien", "OBRIEN" and "o brien" are one name. */
function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

const listBy = (name: string, from: number) =>
  statement(
    name,
    `select ${COLUMNS} from reports r ${NOW_AT}
     where r.tenant_id = $1 and r.finders is not null and substring(r.finders from ${from} for ${HASH_BYTES}) = $2 and r.is_test = $3
     order by r.created_at desc limit $4`,
  );
const LIST_BY_PHONE_END = listBy('list-reports-by-phone-end', 1);
const LIST_BY_SURNAME = listBy('list-reports-by-surname', 1 + HASH_BYTES);

/** Newest first. */
export function listFound(
  db: Queryable,
  tenantId: string,
  by: { kind: 'phone-end' | 'surname'; hash: Buffer; test: boolean; size: number },
): Promise<ListRow[]> {
  const sql = by.kind === 'phone-end' ? LIST_BY_PHONE_END : LIST_BY_SURNAME;
  return db.query<ListRow>(sql, [tenantId, by.hash, by.test, by.size]);
}
