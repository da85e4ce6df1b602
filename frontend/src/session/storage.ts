/** The keys of the specification (section 3), and the theme. */
type StoredKey =
  | 'token'
  | 'user'
  | 'isLoggedIn'
  | 'language'
  | 'verified'
  | 'notifications'
  | 'adminnotifications'
  | 'theme';

/** Null if there is none, or if the browser blocks storage. */
export function readStored(key: StoredKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes. If storage is blocked, the value lasts as long as the page. */
export function writeStored(key: StoredKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private windows of some browsers refuse every write.
  }
}
