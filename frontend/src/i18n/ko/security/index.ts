import { devices } from './devices.ts';

/** Texts of the page about signing in, which most visits never fetch. */
export default { ...devices } as const;
