/**
 * Settings of the embedded server. It listens on the socket in its own folder only; performance settings were measured:
 * without JIT and asynchronous I/O an append is a tenth faster. The log never contains values: no statement, parameter,
 * detail or error message (which may quote a value), because members' data would be in them.
 */
const everyServer: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  port: '5432',
  max_connections: '100',
  jit: 'off',
  io_method: 'sync',
  // With the default of 128 MB, two orders' life read 20 pages from files in a ledger of 300,000 orders; with this, 5.
  shared_buffers: '512MB',
  // The defaults, which would otherwise shrink with the segments.
  min_wal_size: '80MB',
  max_wal_size: '1GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'on',
  log_directory: 'log',
  // One file per weekday, overwritten after a week.
  log_filename: 'postgres-%u.log',
  log_rotation_age: '1d',
  log_rotation_size: '0',
  log_truncate_on_rotation: 'on',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  // Cached plans from empty tables scan them completely. New statistics replace them: after a start from empty within
  // seconds, not a minute.
  autovacuum_naptime: '5s',
};

/** For tests: a machine crash may lose data, a process crash may not. */
const withoutDurability: Readonly<Record<string, string>> = { fsync: 'off', full_page_writes: 'off' };

/** The server's command line, from its folder, its socket folder and additional settings. */
export function serverArguments(server: {
  dataDir: string;
  socketDir: string;
  durable: boolean;
  settings: Readonly<Record<string, string>>;
}): string[] {
  const settings = {
    ...everyServer,
    ...(server.durable ? {} : withoutDurability),
    ...server.settings,
    unix_socket_directories: server.socketDir,
  };
  return [
    '-D',
    server.dataDir,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
