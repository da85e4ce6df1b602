import type { StandingWithLimit as Value } from '../api/levels.ts';
import { useTexts } from '../i18n/index.ts';
import { KrwAmount } from './amount.tsx';
import Standing, { StandingLine } from './standing.tsx';

/** A standing with the open orders' value and its limit: for the member and admins. */
export default function StandingWithLimit({ standing }: { readonly standing: Value }) {
  const { t } = useTexts();
  const { openKrw, limitKrw, leftKrw } = standing;
  return (
    <Standing standing={standing}>
      <StandingLine label={t('levels.limit')}>
        {limitKrw === null ? t('levels.noLimit') : <KrwAmount value={limitKrw} />}
      </StandingLine>
      <StandingLine label={t('levels.open')}>
        <KrwAmount value={openKrw} />
      </StandingLine>
      {leftKrw !== null && (
        <StandingLine label={t('levels.left')}>
          <KrwAmount value={leftKrw} />
        </StandingLine>
      )}
    </Standing>
  );
}
