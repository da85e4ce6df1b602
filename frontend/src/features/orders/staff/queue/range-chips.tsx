import { type KrwRangeId, krwRange, krwRangeIds } from '@matgyo/contracts/krw-ranges';
import { formatCount } from '../../../../format/amount.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { Chips } from '../../../../ui/choice.tsx';

interface RangeChipsProps {
  readonly chosen: KrwRangeId | '';
  /** Orders per range and in total; undefined while loading. */
  readonly counts:
    | { readonly total: number; readonly ranges: Readonly<Record<KrwRangeId, number>> }
    | undefined;
  readonly onChoose: (range: KrwRangeId | '') => void;
}

/** Amount ranges of the specification, in units of 10,000 won in Korean, of 1,000 in English. */
export function RangeChips({ chosen, counts, onChoose }: RangeChipsProps) {
  const { t, language } = useTexts();
  const unit = language === 'ko' ? 10_000 : 1_000;
  const inUnits = (krw: string) => formatCount(Number(krw) / unit, language);
  const label = (id: KrwRangeId): string => {
    const { from, to } = krwRange(id);
    return to === null
      ? t('queue.above', { amount: inUnits(from.krw) })
      : t('queue.between', { from: inUnits(from.krw), to: inUnits(to.krw) });
  };
  const count = (many: number | undefined) => (many === undefined ? undefined : formatCount(many, language));
  return (
    <Chips
      dense
      label={t('queue.byAmount')}
      chosen={chosen}
      onChoose={onChoose}
      choices={[
        { value: '', label: t('label.all'), count: count(counts?.total) },
        ...krwRangeIds.map((id) => ({ value: id, label: label(id), count: count(counts?.ranges[id]) })),
      ]}
    />
  );
}
