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
export const ofTab: StorageOf = () => sessionStorage;

/** Null if there is none, or if the browser blocks storage. */
export function readFrom(storage: StorageOf, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** Null removes. Returns false if the browser refuses, as in private windows of some, or if storage is full. */
export function writeTo(storage: StorageOf, key: string, value: string | null): boolean {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** What the browser refused to store lasts as long as the page. */
const notStored = new Map<StoredKey, string | null>();

export const readStored = (key: StoredKey): string | null => notStored.get(key) ?? readFrom(local, key);

export function writeStored(key: StoredKey, value: string | null): void {
  if (writeTo(local, key, value)) notStored.delete(key);
  else notStored.set(key, value);
}
