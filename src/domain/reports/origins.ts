// The pages whose device sessions count for a tenant, as origins: a scheme and a host, without a path.

export const ORIGINS_MAX = 50;

/** As it is stored: in small letters, without a slash at the end; null when it is no origin of a web page. */
export function toOrigin(text: string): string | null {
  const origin = text.trim().toLowerCase().replace(/\/$/, '');
  const isOrigin =
    /^https?:\/\/[a-z0-9.:[\]-]+$/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
  return isOrigin ? origin : null;
}

/** As they are stored, each once; the schema has refused what is no origin. */
export function toOrigins(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => toOrigin(text) ?? text))];
}
