/** The keys of the specification (section 3), the theme, why the last session ended, and a wrong clock's error. */
type StoredKey =
  | 'token'
  | 'user'
  | 'isLoggedIn'
  | 'language'
  | 'verified'
  | 'notifications'
  | 'adminnotifications'
  | 'theme'
  | 'sessionEnd'
  | 'clockAhead';

/** A function, because a browser that blocks storage refuses even to name it. */
type StorageOf = () => Storage;
const local: StorageOf = () => localStorage;
/** Of this tab. */
export const ofTab: StorageOf = () => sessionStorage;

/** Null if there is none, or if the browser blocks storage. */
export function readFrom(storage: StorageOf, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Null removes. If storage is blocked, the value lasts as long as the page. */
export function writeTo(storage: StorageOf, key: string, value: string | null): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // Private windows of some browsers refuse every write.
  }
}

export const readStored = (key: StoredKey): string | null => readFrom(local, key);
export const writeStored = (key: StoredKey, value: string | null): void => writeTo(local, key, value);
