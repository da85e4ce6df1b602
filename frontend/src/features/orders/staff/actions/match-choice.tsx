import { formatUsdt } from '../../../../format/amount.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { Chips } from '../../../../ui/choice.tsx';
import type { Match } from '../../matches.ts';

interface MatchChoiceProps {
  readonly matches: readonly Match[];
  readonly chosen: string | undefined;
  readonly onChoose: (tradeId: string) => void;
}

/** Of an order with several matches: the one the action is about. */
export function MatchChoice({ matches, chosen = '', onChoose }: MatchChoiceProps) {
  const { t, language } = useTexts();
  return (
    <div className="mb-3">
      <Chips
        label={t('action.which')}
        chosen={chosen}
        onChoose={onChoose}
        choices={matches.map(({ tradeId, counterpart, amount }) => ({
          value: tradeId,
          label: `${counterpart} ${formatUsdt(amount, language)}`,
        }))}
      />
    </div>
  );
}
