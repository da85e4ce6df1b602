import { tradePaths } from '@matgyo/contracts/paths/trades';
import { useTexts } from '../i18n/index.ts';
import { command, useCommand } from './command.ts';
import { queryKeys } from './query-keys.ts';

/** Accepts or declines an offered match. Afterwards the shown data is loaded again, also after a failure. */
export function useAnswerOffer(tradeId: string) {
  const { t } = useTexts();
  return useCommand({
    command: (accept: boolean) =>
      command(tradePaths.answerOffer, { params: { id: tradeId }, body: { accept } }),
    failed: t('consent.failed'),
    changes: [queryKeys.own.trades.payment(tradeId)],
    untilShown: true,
  });
}
