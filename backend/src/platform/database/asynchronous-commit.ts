/**
 * An SQL condition that is true, and lets the commit of its transaction not wait for the disk. A crash of the database
 * may undo the last half second of such commits: only for rows of which nothing is remembered in the process, so that
 * they are derived or claimed again.
 */
export const commitsAsynchronously = `set_config('synchronous_commit', 'off', true) = 'off'`;
