import { type RejectionReason, rejectionReasons, rejectionTexts } from '@matgyo/contracts/rejection-reasons';
import { useTexts } from '../../../../i18n/index.ts';
import { ReasonChoice } from './reason-choice.tsx';

interface RejectionReasonsProps {
  readonly chosen: RejectionReason | undefined;
  /** The dialog was confirmed without a reason. */
  readonly missing: boolean;
  readonly onChoose: (reason: RejectionReason) => void;
}

// "Other" comes last.
const [other, ...named] = rejectionReasons;
const listed = [...named, other];

/** The reason of a rejection, shown to the member. */
export function RejectionReasons({ chosen, missing, onChoose }: RejectionReasonsProps) {
  const { t, language } = useTexts();
  return (
    <ReasonChoice
      title={t('rejection.title')}
      reasons={listed}
      wordOf={(reason) => rejectionTexts[reason][language]}
      chosen={chosen}
      onChoose={onChoose}
      error={missing && chosen === undefined ? t('rejection.missing') : undefined}
    />
  );
}
