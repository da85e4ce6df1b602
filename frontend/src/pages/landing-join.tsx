import { useTexts } from '../i18n/index.ts';
import { ButtonLink } from '../ui/button.tsx';

/** The steps to a first order. */
export function LandingJoin() {
  const { t } = useTexts();
  const steps = [
    { title: t('landing.step1Title'), text: t('landing.step1Text') },
    { title: t('landing.step2Title'), text: t('landing.step2Text') },
    { title: t('landing.step3Title'), text: t('landing.step3Text') },
  ];
  return (
    <section aria-labelledby="join" className="bg-surface">
      <div className="page-x mx-auto grid max-w-[75rem] gap-x-[72px] gap-y-4 py-12 md:gap-y-6 md:py-16 desk:grid-cols-[24.5rem_minmax(0,1fr)]">
        <div>
          <h2 id="join" className="text-title">
            {t('landing.joinTitle')}
          </h2>
          <p className="mt-2 max-w-[30em] text-fg-muted">{t('landing.joinText')}</p>
        </div>
        <ol className="grid desk:row-span-2">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="flex gap-4 border-line border-b py-3.5 first:pt-0.5 last:border-0">
              <span className="w-5 text-accent text-heading font-[700]">{index + 1}</span>
              <span>
                <span className="block font-[600]">{title}</span>
                <span className="text-fg-subtle text-small">{text}</span>
              </span>
            </li>
          ))}
        </ol>
        <div className="flex flex-wrap gap-2 self-end">
          <ButtonLink to="/signup" variant="primary" className="max-md:flex-auto md:w-40">
            {t('session.signUp')}
          </ButtonLink>
          <ButtonLink to="/signin" variant="quiet">
            {t('landing.haveAccount')}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
