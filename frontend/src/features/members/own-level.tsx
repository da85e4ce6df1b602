import { useOwnLevel } from '../../api/levels.ts';
import { usePublicSettings } from '../../api/public-settings.ts';
import { useTexts } from '../../i18n/index.ts';
import { LevelList } from '../../ui/level-list.tsx';
import { Bone, Loading } from '../../ui/placeholder.tsx';
import StandingWithLimit from '../../ui/standing-with-limit.tsx';

/** One's own level, what it rests on, and what the next one takes. */
export function OwnLevel() {
  const { t } = useTexts();
  const standing = useOwnLevel();
  return (
    <section aria-labelledby="level" className="mt-11">
      <h2 id="level" className="text-heading">
        {t('levels.title')}
      </h2>
      <p className="mt-1 mb-3 text-fg-subtle text-small">{t('levels.intro')}</p>
      {standing === undefined ? (
        <Loading>
          <Bone className="h-36 w-full" />
        </Loading>
      ) : (
        <StandingWithLimit standing={standing} />
      )}
      <LevelList levels={usePublicSettings()?.levels} />
    </section>
  );
}
