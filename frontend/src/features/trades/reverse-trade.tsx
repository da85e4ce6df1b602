import type { MatchedOrderRecord } from '@matgyo/contracts/endpoints/trades';
import { useState } from 'react';
import { formatUsdt } from '../../format/amount.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import { WaitingApproval } from '../../ui/waiting-approval.tsx';
import { useWaitingReversal } from '../../ui/waiting-approvals.ts';

const ReversalDialog = onDemand(() => import('./reversal-dialog.tsx'));

export type CompletedTrade = MatchedOrderRecord['details']['progressRecords'][number];

/** Reverses a completed trade, or says that its reversal waits for another admin. */
export function ReverseTrade({ trade }: { readonly trade: CompletedTrade }) {
  const { t, language } = useTexts();
  const waiting = useWaitingReversal(trade.tradeId);
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never');
  if (waiting !== undefined) return <WaitingApproval approval={waiting} />;
  return (
    <p className="mt-3">
      <Button size="medium" aria-haspopup="dialog" onClick={() => setDialog('open')}>
        {t('reversal.reverseOf', { amount: formatUsdt(trade.amount, language) })}
      </Button>
      {dialog !== 'never' && (
        <ReversalDialog trade={trade} open={dialog === 'open'} onClose={() => setDialog('closed')} />
      )}
    </p>
  );
}
