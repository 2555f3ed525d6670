// The embedded server's settings. On the command line rather than in its file, so that a newer Trefoil brings its own.
import { PORT } from './socket-folder.ts';

const SETTINGS = {
  port: String(PORT),
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  timezone: 'UTC',

  // What is acknowledged is on the disk. Spelled out, so that no edit of the file can change it.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  // The log is about the server, never about people: no statement, no parameter, no detail. PostgreSQL ranks LOG above
  // ERROR, so starts and crashes are logged while errors of statements, which can quote what a person typed, are not.
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  log_timezone: 'UTC',
};

/** Names the service in the server's command line, where a later start looks for it. */
export const SERVICE = 'trefoil.service';

export function serverSettings(clusterName: string, socketDir: string): Record<string, string> {
  const own = { cluster_name: clusterName, unix_socket_directories: socketDir };
  return { ...own, [SERVICE]: String(process.pid), ...SETTINGS };
}
