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

/** Null when there is nothing, or when the browser keeps storage closed. */
export function readStored(key: StoredKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null removes. Closed storage is not an error: the value then lasts as long as the page. */
export function writeStored(key: StoredKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Nothing to do: private windows of some browsers refuse every write.
  }
}
