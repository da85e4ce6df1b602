/**
 * Whether a path is none that a client of ours asks for: it climbs to a parent folder, holds a NUL character, or
 * cannot be decoded. What serves files would have to look out for each.
 */
export function isHarmfulPath(path: string): boolean {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return true;
  }
  return decoded.includes('\u0000') || decoded.split(/[\\/]/).includes('..');
}
