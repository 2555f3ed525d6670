// An address of PostgreSQL that may name several hosts, as libpq writes it: postgres://user:password@a:5432,b:5432/database.
// They are one database: a primary, and standbys of which one may become the primary.

const SHAPE = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/;

/** One address for each host, with everything else the same; null when it is not a PostgreSQL address. */
export function urlPerHost(url: string): string[] | null {
  const [, before = '', hosts = '', after = ''] = SHAPE.exec(url) ?? [];
  const urls = hosts.split(',').map((host) => `${before}${host}${after}`);
  const isWhole = !hosts.includes(',') || hosts.split(',').every((host) => host !== '');
  return before !== '' && isWhole && urls.every((one) => URL.canParse(one)) ? urls : null;
}
