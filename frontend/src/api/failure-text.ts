import type { TFunction } from 'i18next';
import { CallFailure } from './call-failure.ts';

/**
 * The text for a failed call: the server's, or why there is none. `unanswered` says what failed in a call without a
 * readable answer; `refused`, if different, in one whose answer has no text.
 */
export function failureText(error: unknown, t: TFunction, unanswered?: string, refused = unanswered): string {
  if (!(error instanceof CallFailure)) return unanswered ?? t('failure.unknown');
  const { code, sentence } = error.answer;
  switch (code) {
    case 'NETWORK':
    case 'TIMEOUT': {
      const late = code === 'TIMEOUT' ? t('failure.timeout') : t('failure.network');
      const reason = error.wasOffline ? t('failure.offline') : late;
      return `${reason} ${unanswered ?? t('failure.checkConnection')}`;
    }
    case 'UNREADABLE':
      return unanswered ?? t('failure.unknown');
    case 'UNAVAILABLE':
      return sentence ?? unanswered ?? t('failure.unavailable');
    default:
      return sentence ?? refused ?? t('failure.unknown');
  }
}
