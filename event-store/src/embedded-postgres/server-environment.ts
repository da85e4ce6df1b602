/** What PostgreSQL's programs see of the environment: no PG… variable that would change them, no secret. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  // Messages in English, because some of them are recognised.
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}
