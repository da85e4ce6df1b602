import { app } from './app.ts';
import { devices } from './devices.ts';
import { passkey } from './passkey.ts';
import { proof } from './proof.ts';

/** Texts about signing in and showing who one is that most visits never need. */
export default { ...devices, ...app, ...passkey, ...proof } as const;
