import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { failure } from '../../platform/http/request-failure.ts';

/**
 * A mobile number as typed, in E.164. Without a prefix it is one of the first country; a prefix may come with or
 * without its '+'. Only numbers of the given countries pass.
 */
export function normalisedPhone(typed: string, countries: readonly [string, ...string[]]): string {
  const home = countries[0] as CountryCode;
  const readings = [parsePhoneNumberFromString(typed, home), parsePhoneNumberFromString(`+${typed}`)];
  const number = readings.find((reading) => reading?.isValid() && countries.includes(reading.country ?? ''));
  if (number === undefined) throw failure('PHONE_INVALID', { fields: { phone: 'PHONE_INVALID' } });
  return number.number;
}
