// Identifiers. All that we mint are UUIDs (version 7, so that they sort by time); a caller may send anything.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A path id that is not a UUID is answered as not found: PostgreSQL would reject it as a uuid parameter. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
