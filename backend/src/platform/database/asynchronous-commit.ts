/**
 * An SQL condition that is true, and lets the commit of its transaction not wait for the disk. For rows that are derived
 * again, or claimed again, after a crash of the database, which may undo the last half second.
 */
export const commitsAsynchronously = `set_config('synchronous_commit', 'off', true) = 'off'`;
