import type { CaseView } from '@matgyo/contracts/endpoints/cases';
import { useState } from 'react';
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
  const command = useCaseCommand(one._id, { failed: t('dispute.failed') });
  const waits = useWaitingApproval(one.tradeId);
  const [isRuling, setRuling] = useState(false);
  if (!one.taken)
    return (
      <Button
        size="medium"
        variant="primary"
        busy={command.isPending}
        onClick={() => command.mutate({ kind: 'take' })}
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
      <Button size="medium" busy={command.isPending} onClick={() => command.mutate({ kind: 'release' })}>
        {t('dispute.release')}
      </Button>
      <RulingDialog one={one} open={isRuling} onClose={() => setRuling(false)} />
    </>
  );
}
