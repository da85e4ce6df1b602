import type { CaseView } from '@matgyo/contracts/endpoints/cases';
import { casePaths } from '@matgyo/contracts/paths/cases';
import { useState } from 'react';
import { command } from '../../../api/command.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { onDemandDialog } from '../../../ui/on-demand.tsx';
import { WaitingApproval } from '../../../ui/waiting-approval.tsx';
import { useWaitingApproval } from '../../../ui/waiting-approvals.ts';
import { useCaseCommand } from '../cases.ts';

const RulingDialog = onDemandDialog(() => import('./ruling-dialog.tsx'));

/** An admin's actions on an open dispute: take it, release it, rule on it. */
export default function CaseActions({ one }: { readonly one: CaseView }) {
  const { t } = useTexts();
  const assigning = useCaseCommand(
    (how: 'take' | 'release') => command(casePaths[how], { params: { id: one._id }, body: {} }),
    { failed: t('dispute.failed') },
  );
  const waits = useWaitingApproval(one.tradeId);
  const [isRuling, setRuling] = useState(false);
  if (!one.taken)
    return (
      <Button
        size="medium"
        variant="primary"
        busy={assigning.isPending}
        onClick={() => assigning.mutate('take')}
      >
        {t('dispute.take')}
      </Button>
    );
  return (
    <>
      {waits !== undefined && <WaitingApproval approval={waits} />}
      {one.takenByMe && waits === undefined && (
        <Button size="medium" variant="primary" aria-haspopup="dialog" onClick={() => setRuling(true)}>
          {t('dispute.rule')}
        </Button>
      )}
      <Button size="medium" busy={assigning.isPending} onClick={() => assigning.mutate('release')}>
        {t('dispute.release')}
      </Button>
      <RulingDialog one={one} open={isRuling} onClose={() => setRuling(false)} />
    </>
  );
}
