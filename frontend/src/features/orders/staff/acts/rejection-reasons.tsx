import { type RejectionReason, rejectionReasons } from '@matgyo/contracts/rejection-reasons';
import { useTexts } from '../../../../i18n/index.ts';
import { useRejectionWord } from '../../trail/reason-labels.ts';
import { ReasonChoice } from './reason-choice.tsx';

interface RejectionReasonsProps {
  readonly chosen: RejectionReason | undefined;
  /** It was confirmed without one. */
  readonly missing: boolean;
  readonly onChoose: (reason: RejectionReason) => void;
}

// What names something comes first, "other" last.
const [other, ...named] = rejectionReasons;
const listed = [...named, other];

/** Why an order is rejected, which its member then reads. */
export function RejectionReasons({ chosen, missing, onChoose }: RejectionReasonsProps) {
  const { t } = useTexts();
  const wordOf = useRejectionWord();
  return (
    <ReasonChoice
      title={t('rejection.title')}
      reasons={listed}
      wordOf={wordOf}
      chosen={chosen}
      onChoose={onChoose}
      error={missing && chosen === undefined ? t('rejection.missing') : undefined}
    />
  );
}
