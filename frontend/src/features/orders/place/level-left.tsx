import { isZero, type Krw } from '@matgyo/contracts/money';
import { useLevelLimit, useOwnLevel } from '../../../api/levels.ts';
import { usePublicSettings } from '../../../api/public-settings.ts';
import { readWon } from '../../../format/won-reading.ts';
import { useTexts } from '../../../i18n/index.ts';

/** What remains of the level's limit for this order, and what raises it; nothing if there is no limit. */
export default function LevelLeft({ krw }: { readonly krw: Krw | undefined }) {
  const { t, language } = useTexts();
  const own = useOwnLevel();
  const limit = useLevelLimit();
  const levels = usePublicSettings()?.levels;
  if (own === undefined || own.leftKrw === null) return null;
  const values = { level: own.level, left: readWon(own.leftKrw, language) };
  const isBeyond = krw !== undefined && limit.isBeyond(krw);
  const text = isZero(own.leftKrw)
    ? t('levels.leftNone', values)
    : t(isBeyond ? 'levels.leftBeyond' : 'levels.leftNow', values);
  const next = isBeyond ? levels?.[own.level] : undefined;
  return (
    <div
      className={isBeyond ? 'mt-2 text-danger text-small' : 'mt-2 text-fg-subtle text-small'}
      role="status"
    >
      <p id="krw-left">{text}</p>
      {next !== undefined && (
        <p className="mt-1 text-fg-muted">
          {t('levels.nextNeeds', {
            level: own.level + 1,
            needs: [
              t('levels.tradesOf', { count: next.trades, trades: own.trades }),
              next.casesLostMost !== undefined &&
                t('levels.casesOf', { count: next.casesLostMost, lost: own.casesLost }),
            ]
              .filter((part) => part !== false)
              .join(', '),
          })}{' '}
          {next.openKrw === null
            ? t('levels.nextNoLimit')
            : t('levels.nextLimit', { krw: readWon(next.openKrw, language) })}
        </p>
      )}
    </div>
  );
}
