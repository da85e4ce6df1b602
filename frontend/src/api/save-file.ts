/** How long a browser may take to begin saving before the address is withdrawn. */
const savedWithinMs = 60_000;

/** Has the browser save `blob` as a file called `name`. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), savedWithinMs);
}
