/** The fingerprint script as served. */
export function fingerprintScript(): string;
