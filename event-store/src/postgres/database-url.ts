/** Whether a client accepts it. A password with other characters than letters and digits has to be percent-encoded. */
export function isDatabaseUrl(value: string): boolean {
  try {
    const { protocol, username, password } = new URL(value);
    decodeURIComponent(username + password);
    return protocol === 'postgres:' || protocol === 'postgresql:';
  } catch {
    return false;
  }
}

/** The value's form, for messages. */
export const databaseUrlForm =
  'a URL like postgres://user:password@host/database, the password percent-encoded';

/**
 * For `pg.Pool` and `pg.Client`. An application_name in the URL would replace those by which the programs know each
 * other's connections.
 */
export function connectionTo(databaseUrl: string): { readonly connectionString: string } {
  const url = new URL(databaseUrl);
  if (!url.searchParams.has('application_name')) return { connectionString: databaseUrl };
  url.searchParams.delete('application_name');
  return { connectionString: url.href };
}
