// Identifiers. All that we mint are UUIDs (version 7, so that they sort by time); what a caller sends may be anything.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A path id that is no UUID is simply not found: it must never reach SQL as one. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
