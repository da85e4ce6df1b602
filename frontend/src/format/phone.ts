/** A Korean number as `010-4821-7730`; others in international form. */
export const readablePhone = (e164: string): string =>
  e164.replace(/^\+82(\d{2})(\d{3,4})(\d{4})$/, '0$1-$2-$3');

/** A Korean mobile number with hyphens as it is typed; others, and what is beyond its length, as they are. */
export function tidyPhone(typed: string): string {
  const digits = typed.normalize('NFKC').replace(/(?!^\+)\D/g, '');
  if (!/^01\d{0,9}$/.test(digits)) return digits;
  const middle = digits.length > 10 ? 7 : 6;
  return [digits.slice(0, 3), digits.slice(3, middle), digits.slice(middle)]
    .filter((part) => part !== '')
    .join('-');
}
