// People: our users, who own credentials and sign in.
import { foldEmail } from '../../domain/people/email.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';

export type Person = {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  totpEnabled: boolean;
  createdAt: Date;
};

export type PersonRow = {
  person_id: string;
  first_name: string;
  last_name: string;
  email: string;
  totp_enabled: boolean;
  person_created_at: Date;
};

/** Beside `p.id as person_id`, wherever a person is read with something else. */
export const PERSON_COLUMNS =
  'p.first_name, p.last_name, p.email, p.totp_enabled, p.created_at as person_created_at';

export function toPerson(row: PersonRow): Person {
  return {
    id: row.person_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    totpEnabled: row.totp_enabled,
    createdAt: row.person_created_at,
  };
}

const INSERT_PERSON = statement(
  'insert-person',
  'insert into people (id, email, first_name, last_name, password_hash) values ($1, $2, $3, $4, $5)',
);

export async function insertPerson(
  db: Queryable,
  person: { id: string; email: string; firstName: string; lastName: string; passwordHash: string },
): Promise<void> {
  const { id, email, firstName, lastName, passwordHash } = person;
  await db.query(INSERT_PERSON, [id, email, firstName, lastName, passwordHash]);
}

/** A column folded as `foldEmail` does it: with this collation `lower` changes A to Z alone. The other side of `=` is folded in JavaScript. */
export const FOLDED_EMAIL = (column: string): string => `lower(${column} collate "C")`;

const FIND_PERSON_BY_EMAIL = statement(
  'find-person-by-email',
  `select p.id as person_id, ${PERSON_COLUMNS} from people p where ${FOLDED_EMAIL('p.email')} = $1`,
);

export async function findPersonByEmail(db: Queryable, email: string): Promise<Person | null> {
  const [row] = await db.query<PersonRow>(FIND_PERSON_BY_EMAIL, [foldEmail(email)]);
  return row === undefined ? null : toPerson(row);
}

const IS_OPERATOR = statement(
  'is-operator',
  `select 1 as one from people where ${FOLDED_EMAIL('email')} = $1 and is_operator`,
);

export async function isOperator(db: Queryable, email: string): Promise<boolean> {
  return (await db.query(IS_OPERATOR, [foldEmail(email)])).length === 1;
}

const SET_OPERATOR = statement(
  'set-operator',
  `update people set is_operator = $2 where ${FOLDED_EMAIL('email')} = $1 returning id`,
);

/** The person's id; null when there is no such person. */
export async function setOperator(db: Queryable, email: string, isOperator: boolean): Promise<string | null> {
  const [row] = await db.query<{ id: string }>(SET_OPERATOR, [foldEmail(email), isOperator]);
  return row?.id ?? null;
}
