import type { TFunction } from 'i18next';
import { CallFailure } from './call-failure.ts';

/**
 * The text for a failed call: the server's, or why there is none. `unanswered` is the text for a call without a
 * readable answer; `refused`, if different, that for an answer without a text.
 */
export function failureText(error: unknown, t: TFunction, unanswered?: string, refused = unanswered): string {
  if (!(error instanceof CallFailure)) return unanswered ?? t('failure.unknown');
  const { code, sentence } = error.answer;
  switch (code) {
    case 'NETWORK':
      return unanswered ?? t('failure.network');
    case 'TIMEOUT':
      return unanswered ?? t('failure.timeout');
    case 'UNREADABLE':
      return unanswered ?? t('failure.unknown');
    case 'UNAVAILABLE':
      return sentence ?? unanswered ?? t('failure.unavailable');
    default:
      return sentence ?? refused ?? t('failure.unknown');
  }
}
