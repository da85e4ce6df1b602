import type { CaseView } from '@matgyo/contracts/endpoints/cases';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { onDemand } from '../../../ui/on-demand.tsx';
import { WaitingApproval } from '../../../ui/waiting-approval.tsx';
import { useWaitingReversal } from '../../../ui/waiting-approvals.ts';

const AppealDialog = onDemand(() => import('./appeal-dialog.tsx'));

/** An admin's actions on an open appeal; a reversal that waits for approval would decide it. */
export default function AppealActions({ one }: { readonly one: CaseView }) {
  const { t } = useTexts();
  const waits = useWaitingReversal(one.tradeId);
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      {waits !== undefined && <WaitingApproval approval={waits} />}
      <Button size="medium" variant="primary" aria-haspopup="dialog" onClick={() => setDialog('open')}>
        {t('dispute.appealDecide')}
      </Button>
      {dialog !== 'never' && (
        <AppealDialog one={one} open={dialog === 'open'} onClose={() => setDialog('closed')} />
      )}
    </>
  );
}
