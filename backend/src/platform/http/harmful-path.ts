/** Whether a path leaves its folder, contains a NUL character or cannot be decoded. Rejected here for all static files. */
export function isHarmfulPath(path: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return true;
  }
  return decoded.includes('\u0000') || decoded.split(/[\\/]/).includes('..');
}
