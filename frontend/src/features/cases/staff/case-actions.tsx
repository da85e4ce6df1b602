import type { CaseView } from '@matgyo/contracts/endpoints/cases';
import { casePaths } from '@matgyo/contracts/paths/cases';
import { useState } from 'react';
import { useWaitingApproval, useWaitingReversal } from '../../../api/approvals.ts';
import { command } from '../../../api/command.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { onDemandDialog } from '../../../ui/on-demand.tsx';
import { WaitingApproval } from '../../../ui/waiting-approval.tsx';
import { useCaseCommand } from '../cases.ts';

const RulingDialog = onDemandDialog(() => import('./ruling-dialog.tsx'));
const AppealDialog = onDemandDialog(() => import('./appeal-dialog.tsx'));

/** An admin's actions on a dispute that waits for one: it is open, or its ruling is appealed. */
export default function CaseActions({ one }: { readonly one: CaseView }) {
  if (one.status === 'open') return <OpenCase one={one} />;
  return one.appeal === 'open' && <OpenAppeal one={one} />;
}

function OpenCase({ one }: { readonly one: CaseView }) {
  const { t } = useTexts();
  const assigning = useCaseCommand(
    (how: 'take' | 'release') => command(casePaths[how], { params: { id: one._id }, body: {} }),
    { failed: t('dispute.failed') },
  );
  const waits = useWaitingApproval(one.tradeId);
  const [isRuling, setRuling] = useState(false);
  const [isReleasing, setReleasing] = useState(false);
  const release = () => assigning.mutate('release', { onSettled: () => setReleasing(false) });
  return (
    <>
      {one.taken && waits !== undefined && <WaitingApproval approval={waits} />}
      {/* One button, so that the focus stays on it when the dispute has been taken. */}
      {(!one.taken || (one.takenByMe && waits === undefined)) && (
        <Button
          size="medium"
          variant="primary"
          busy={!one.taken && assigning.isPending}
          aria-haspopup={one.taken ? 'dialog' : undefined}
          onClick={() => (one.taken ? setRuling(true) : assigning.mutate('take'))}
        >
          {one.taken ? t('dispute.rule') : t('dispute.take')}
        </Button>
      )}
      {one.taken && (
        <Button
          size="medium"
          busy={assigning.isPending}
          // Another admin's is confirmed: the button appears where one to take the dispute was a moment ago.
          onClick={() => (one.takenByMe ? release() : setReleasing(true))}
        >
          {t('dispute.release')}
        </Button>
      )}
      <Confirm
        open={isReleasing}
        busy={assigning.isPending}
        title={t('dispute.releaseTitle')}
        confirmLabel={t('dispute.release')}
        onConfirm={release}
        onCancel={() => setReleasing(false)}
      >
        {t('dispute.releaseText', { admin: one.admin ?? '–' })}
      </Confirm>
      <RulingDialog one={one} open={isRuling} onClose={() => setRuling(false)} />
    </>
  );
}

/** A reversal that waits for approval would decide it. */
function OpenAppeal({ one }: { readonly one: CaseView }) {
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
