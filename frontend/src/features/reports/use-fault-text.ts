import { useTexts } from '../../i18n/index.ts';
import type { AsOfFault } from './as-of-text.ts';

/** What to say at a field for a point in time; `unread` describes what it takes. */
export function useFaultText() {
  const { t } = useTexts();
  return (fault: AsOfFault | 'order' | undefined, unread: string = t('report.asOfUnread')) => {
    switch (fault) {
      case undefined:
        return undefined;
      case 'unread':
        return unread;
      case 'ahead':
        return t('report.asOfAhead');
      default:
        return t(`period.${fault}`);
    }
  };
}
