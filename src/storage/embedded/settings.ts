// How the embedded server is set. On the command line rather than in its file, so that a newer Trefoil brings its own.
import { PORT } from './socket-folder.ts';

const SETTINGS = {
  port: String(PORT),
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '2GB',
  timezone: 'UTC',

  // What is acknowledged is on the disk. Said aloud, so that no edit of the file can take it back.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  // The log is about the server, never about people: no statement, no parameter, no detail. In the server's order of
  // levels LOG stands above ERROR, so starts and crashes are kept while the errors of statements, whose words can quote
  // what somebody typed, are not.
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

export function serverFlags(clusterName: string, socketDir: string): string[] {
  const all = { cluster_name: clusterName, unix_socket_directories: socketDir, ...SETTINGS };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
