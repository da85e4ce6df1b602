import type { MatchedOrderRecord } from '@matgyo/contracts/endpoints/trades';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { onDemandDialog } from '../../ui/on-demand.tsx';
import { WaitingApproval } from '../../ui/waiting-approval.tsx';
import { useWaitingReversal } from '../../ui/waiting-approvals.ts';

const ReversalDialog = onDemandDialog(() => import('./reversal-dialog.tsx'));

export type CompletedTrade = MatchedOrderRecord['details']['progressRecords'][number];

/** Reverses a completed trade, or says that its reversal waits for another admin. */
export function ReverseTrade({ trade }: { readonly trade: CompletedTrade }) {
  const { t, formatUsdt } = useTexts();
  const waiting = useWaitingReversal(trade.tradeId);
  const [isOpen, setOpen] = useState(false);
  if (waiting !== undefined) return <WaitingApproval approval={waiting} />;
  return (
    <p className="mt-3">
      <Button size="medium" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('reversal.reverseOf', { amount: formatUsdt(trade.amount) })}
      </Button>
      <ReversalDialog trade={trade} open={isOpen} onClose={() => setOpen(false)} />
    </p>
  );
}
