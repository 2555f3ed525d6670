// The address of a server that the coordinator names: as the coordinator's own, with another host and port.
import type { PoolConfig } from 'pg';
import { listHosts } from '../connection/hosts.ts';

export function urlOfServer(connection: PoolConfig, host: string, port: number): PoolConfig {
  const [first = connection] = listHosts(connection);
  if (first.connectionString === undefined) return { ...first, host, port };
  const url = new URL(first.connectionString);
  url.searchParams.delete('host');
  url.searchParams.delete('port');
  url.hostname = host;
  url.port = String(port);
  return { ...first, connectionString: url.href };
}
