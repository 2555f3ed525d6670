// An error of the database as a sentence for whoever runs a command. PostgreSQL's own words are left out: they may quote what is stored.
import pg from 'pg';
import { DatabaseUnavailable } from './connection/database.ts';

const REASONS: Record<string, string> = {
  '28P01': 'the password of DATABASE_URL is wrong',
  '28000': 'the user of DATABASE_URL may not sign in',
  '3D000': 'the database of DATABASE_URL does not exist',
  '42501': 'the user of DATABASE_URL may not do that',
  '42P01': 'a table is missing: start the service once, which makes them',
  '42703': 'a column is missing: start the service of this version once, which adds it',
  '40P01': 'others were at the same rows; try again',
  '53100': 'its disk is full',
  '53300': 'it has too many connections; try again later',
  '25006': 'it only reads: it is a standby, or not yet promoted',
  '57P03': 'it is starting or stopping; try again',
};

/** Null for what is no error of the database. */
export function databaseInWords(error: unknown): string | null {
  const refused = error instanceof DatabaseUnavailable ? error.cause : error;
  const reason = refused instanceof pg.DatabaseError ? REASONS[refused.code ?? ''] : undefined;
  if (error instanceof DatabaseUnavailable && reason === undefined) {
    const done = error.mayBeDone
      ? ' Whether the change was made is not known: look before you try again.'
      : '';
    return error.why === 'late'
      ? `The database was late: it answers, and did not get to this in time. Try again when it has less to do.${done}`
      : `The database cannot be reached. Is it running, and is DATABASE_URL right?${done}`;
  }
  if (!(refused instanceof pg.DatabaseError)) return null;
  const { code = 'unknown', constraint } = refused;
  const about = constraint === undefined ? '' : `, constraint ${constraint}`;
  return `The database refused: ${reason ?? 'see its log'} (SQLSTATE ${code}${about}).`;
}
