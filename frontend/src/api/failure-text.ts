import type { TFunction } from 'i18next';
import { CallFailure } from './call-failure.ts';

/**
 * What to tell a person about a failed call: the server's own sentence, or why there is none.
 * `unanswered` is what this act says when no answer came at all, `refused` when one came that says nothing: else it is
 * the specification's one sentence for all of them (section 8).
 */
export function failureText(error: unknown, t: TFunction, unanswered?: string, refused?: string): string {
  if (!(error instanceof CallFailure)) return t('failure.unknown');
  const { code, sentence } = error.facts;
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
      return sentence ?? refused ?? t('failure.refused');
  }
}
