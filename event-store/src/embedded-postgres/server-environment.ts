/** The environment of PostgreSQL's programs: without PG… variables, which would change them, and without secrets. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  // Messages in English, because some of them are matched.
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}
