import { faultOfDays } from '../../format/days.ts';
import { useAddress } from '../../ui/use-address.ts';
import { faultOfAsOf, readAsOf } from './as-of-text.ts';
import type { FeeQuery } from './report-queries.ts';
import { useFaultText } from './use-fault-text.ts';

type Period = 'total' | 'today' | 'days';

/** The report's filters in the address, and functions to change them. */
export function useFeeQuery() {
  const address = useAddress();
  const { read } = address;
  const from = read('from');
  const to = read('to');
  const asOfText = read('asOf');
  const asOf = readAsOf(asOfText);
  const asOfError = useFaultText()(asOfText === '' ? undefined : faultOfAsOf(asOfText));
  const period: Period = from !== '' || to !== '' ? 'days' : read('period') === 'today' ? 'today' : 'total';
  const referralCode = read('code');
  const search = read('search');
  const query: FeeQuery = { period: period === 'today' ? period : '', from, to, referralCode, search, asOf };
  return {
    query,
    period,
    from,
    to,
    referralCode,
    search,
    asOfText,
    asOfError,
    /** The address has a point in time or days that cannot be: there are no figures of them. */
    isWrong: asOfError !== undefined || faultOfDays(from, to) !== undefined,
    choosePeriod: (next: Period, today: string) =>
      address.choose({
        period: next === 'today' ? 'today' : '',
        from: next === 'days' ? `${today.slice(0, 8)}01` : '',
        to: next === 'days' ? today : '',
      }),
    chooseDays: (days: { readonly from: string; readonly to: string }) =>
      address.choose({ ...days, period: '' }),
    chooseCode: (code: string) => address.type({ code }),
    searchFor: (text: string) => address.type({ search: text }),
    writeAsOf: (text: string) => address.type({ asOf: text }),
    pin: (asOf: string) => address.choose({ asOf }),
  };
}
