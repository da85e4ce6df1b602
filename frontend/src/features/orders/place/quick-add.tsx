import type { Krw } from '@matgyo/contracts/money';
import { formatKrw } from '../../../format/amount.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';

/** Amounts of the add buttons: units of 10,000 won in Korean, of 1,000 otherwise (specification, section 9). */
const steps = [
  { won: '10000', man: '1', thousand: '10' },
  { won: '30000', man: '3', thousand: '30' },
  { won: '50000', man: '5', thousand: '50' },
  { won: '100000', man: '10', thousand: '100' },
  { won: '200000', man: '20', thousand: '200' },
  { won: '300000', man: '30', thousand: '300' },
  { won: '500000', man: '50', thousand: '500' },
  { won: '1000000', man: '100', thousand: '1000' },
] as const;

interface QuickAddProps {
  readonly onAdd: (won: Krw) => void;
}

export function QuickAdd({ onAdd }: QuickAddProps) {
  const { t, language } = useTexts();
  return (
    <fieldset className="mt-3 grid grid-cols-4 gap-1.5 border-0">
      <legend className="sr-only">{t('place.addAmount')}</legend>
      {steps.map(({ won, man, thousand }) => (
        <Button key={won} size="small" className="min-h-9 px-0" onClick={() => onAdd(won as Krw)}>
          {language === 'ko'
            ? `+${man}${t('unit.man')}`
            : `+${formatKrw(thousand as Krw, language)}${t('unit.man')}`}
        </Button>
      ))}
    </fieldset>
  );
}
