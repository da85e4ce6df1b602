import { dateInKorea } from '../../format/date-time.ts';
import { faultOfDays } from '../../format/days.ts';
import { serverTime } from '../../session/server-time.ts';
import { useAddress } from '../../ui/use-address.ts';
import { useAsOf } from './as-of-field.tsx';
import type { FeeQuery } from './report-queries.ts';

type Period = 'total' | 'today' | 'days';

/** The report's filters in the address, and functions to change them. */
export function useFeeQuery() {
  const address = useAddress();
  const { read } = address;
  const from = read('from');
  const to = read('to');
  const { asOf, asOfField, pin } = useAsOf();
  const period: Period = from !== '' || to !== '' ? 'days' : read('period') === 'today' ? 'today' : 'total';
  const referralCode = read('code');
  const search = read('search');
  // Named as a day: otherwise the file and further pages of a report read over midnight would be of the next day.
  const today = dateInKorea(serverTime());
  const days = period === 'today' ? { from: today, to: today } : { from, to };
  const query: FeeQuery = { ...days, referralCode, search, asOf };
  return {
    query,
    period,
    from,
    to,
    referralCode,
    search,
    asOfField,
    /** A filter is set. */
    isSet: period !== 'total' || [referralCode, search, asOfField.value].some((value) => value !== ''),
    /** The address has a point in time or days that cannot be: there are no figures of them. */
    isWrong: asOfField.error !== undefined || faultOfDays(from, to) !== undefined,
    choosePeriod: (next: Period) =>
      address.choose({
        period: next === 'today' ? 'today' : '',
        from: next === 'days' ? `${today.slice(0, 8)}01` : '',
        to: next === 'days' ? today : '',
      }),
    chooseDays: (days: { readonly from: string; readonly to: string }) =>
      address.choose({ ...days, period: '' }),
    chooseCode: (code: string) => address.choose({ code }),
    searchFor: (text: string) => address.type({ search: text }),
    pin,
  };
}
