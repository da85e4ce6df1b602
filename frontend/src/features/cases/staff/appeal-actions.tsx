import type { CaseView } from '@matgyo/contracts/endpoints/cases';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { onDemandDialog } from '../../../ui/on-demand.tsx';
import { WaitingApproval } from '../../../ui/waiting-approval.tsx';
import { useWaitingReversal } from '../../../ui/waiting-approvals.ts';

const AppealDialog = onDemandDialog(() => import('./appeal-dialog.tsx'));

/** An admin's actions on an open appeal; a reversal that waits for approval would decide it. */
export default function AppealActions({ one }: { readonly one: CaseView }) {
  const { t } = useTexts();
  const waits = useWaitingReversal(one.tradeId);
  const [isDeciding, setDeciding] = useState(false);
  return (
    <>
      {waits !== undefined && <WaitingApproval approval={waits} />}
      <Button size="medium" variant="primary" aria-haspopup="dialog" onClick={() => setDeciding(true)}>
        {t('dispute.appealDecide')}
      </Button>
      <AppealDialog one={one} open={isDeciding} onClose={() => setDeciding(false)} />
    </>
  );
}
