/** The fingerprint script as a browser gets it. */
export function fingerprintScript(): string;
