import type { Level } from '@matgyo/contracts/levels';
import { durationText } from '../format/duration.ts';
import { readWon } from '../format/won-reading.ts';
import { useTexts } from '../i18n/index.ts';

export function LevelList({ levels }: { readonly levels: readonly Level[] | undefined }) {
  const { t, language } = useTexts();
  if (levels === undefined) return null;
  const windowsDiffer = levels.some(({ windowMinutes }) => windowMinutes !== levels[0]?.windowMinutes);
  return (
    <ul className="mt-2 grid gap-x-8 gap-y-1 text-fg-subtle text-small md:grid-cols-3 lg:gap-x-12">
      {levels.map(({ trades, casesLostMost, openKrw, windowMinutes }, index) => (
        <li key={trades}>
          <span className="font-medium text-fg-muted md:block">
            {t('account.level')} {index + 1}
          </span>{' '}
          {[
            [
              trades > 0 && t('levelList.trades', { count: trades }),
              casesLostMost !== undefined && t('levelList.casesLost', { count: casesLostMost }),
            ]
              .filter((need) => need !== false)
              .join(', '),
            openKrw === null
              ? t('levelList.noLimit')
              : t('levelList.limit', { krw: readWon(openKrw, language) }),
            windowsDiffer &&
              windowMinutes !== undefined &&
              t('levelList.window', { duration: durationText(windowMinutes * 60, t) }),
          ]
            .filter((part) => part !== false)
            .filter((part) => part !== '')
            .map((part, place) => (
              <span key={part} className="md:block">
                {/* A line may begin with the dot, not end with it. */}
                {place > 0 && <span className="md:hidden"> ·&nbsp;</span>}
                {part}
              </span>
            ))}
        </li>
      ))}
    </ul>
  );
}
