import { compareMoney, type Krw } from '@matgyo/contracts/money';
import { useOwnLevel } from '../../../api/levels.ts';
import { formatKrw } from '../../../format/amount.ts';
import { useTexts } from '../../../i18n/index.ts';

/** What the level's limit leaves for this order, before it is sent; nothing where there is no limit. */
export default function LevelLeft({ krw }: { readonly krw: Krw | undefined }) {
  const { t, language } = useTexts();
  const own = useOwnLevel();
  if (own === undefined || own.leftKrw === null) return null;
  const words = { level: own.level, left: formatKrw(own.leftKrw, language) };
  const isBeyond = krw !== undefined && compareMoney(krw, own.leftKrw) > 0;
  return (
    <p className={isBeyond ? 'mt-2 text-danger text-small' : 'mt-2 text-fg-subtle text-small'} role="status">
      {isBeyond ? t('levels.leftBeyond', words) : t('levels.leftNow', words)}
    </p>
  );
}
