/** A Korean number as `010-4821-7730`; others in international form. */
export const readablePhone = (e164: string): string =>
  e164.replace(/^\+82(\d{2})(\d{3,4})(\d{4})$/, '0$1-$2-$3');
