import type { Credentials } from '@eventstore/db-client';

const form = /^(?<scheme>esdb(?:\+discover)?:\/\/)(?:(?<username>[^:@]+):(?<password>[^@]+)@)?(?<rest>.+)$/;

/**
 * The user name and password of a connection string. Over an insecure connection the client sends none, so any values
 * do. Throws for a secure one without: appends pass their credentials in each call (see `appends.ts`).
 */
export function credentialsOf(connectionString: string): Credentials {
  const { username, password } = form.exec(connectionString)?.groups ?? {};
  if (username !== undefined && password !== undefined)
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  if (/[?&]tls=false\b/i.test(connectionString)) return { username: 'nobody', password: 'none' };
  throw new Error('a secure EventStoreDB connection string needs a user name and a password');
}

/** Whether a client accepts it: `esdb:` or `esdb+discover:`, with a user and a password, or `tls=false`. */
export function isConnectionString(value: string): boolean {
  try {
    credentialsOf(value);
  } catch {
    return false;
  }
  return form.test(value);
}

/** The servers of a connection string, and its settings. */
export function addressesIn(connectionString: string) {
  const [servers = '', query = ''] = (form.exec(connectionString)?.groups?.['rest'] ?? '').split('?', 2);
  const addresses = servers
    .replace(/\/$/, '')
    .split(',')
    .map((server) => {
      // Not as `https:`, of which a URL drops the port 443.
      const { hostname, port } = new URL(`esdb://${server}`);
      return { hostname, port: port === '' ? 2113 : Number(port) };
    });
  return { addresses, settings: new URLSearchParams(query) };
}

/** The connection string with one setting set or replaced. */
export function withSetting(connectionString: string, name: string, value: string): string {
  const [address = '', query = ''] = connectionString.split('?', 2);
  const others = query
    .split('&')
    .filter((setting) => setting !== '' && setting.split('=')[0]?.toLowerCase() !== name.toLowerCase());
  return `${address}?${[...others, `${name}=${value}`].join('&')}`;
}
