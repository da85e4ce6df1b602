import { type TradeStatus as State, tradePhaseOf } from '@matgyo/contracts/trade-phase';
import { useTexts } from '../i18n/index.ts';
import { StageMark } from './status.tsx';

/** A match's status, with the glyphs of orders. One aborted before it began counts as cancelled. */
export function TradeStatus({ status }: { readonly status: State }) {
  const { t } = useTexts();
  if (status === 'offered') return <StageMark stage="pending" word={t('consent.waits')} />;
  const phase = tradePhaseOf(status);
  if (phase === 'live') return <StageMark stage="progress" word={t('status.tradeLive')} />;
  if (phase === 'completed') return <StageMark stage="completed" word={t('status.tradeCompleted')} />;
  if (phase === 'reversed') return <StageMark stage="cancelled" word={t('status.tradeReversed')} />;
  return <StageMark stage="cancelled" word={t('status.Cancelled')} />;
}
