import { Offers } from '../features/orders/public/offers.tsx';
import { PriceHero } from '../features/price/price-hero.tsx';
import { useTexts } from '../i18n/index.ts';
import { useSession } from '../session/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { Contained } from '../ui/section.tsx';
import { LandingFeatures } from './landing-features.tsx';

export default function LandingPage() {
  const { t } = useTexts();
  const session = useSession();
  usePageTitle(t('landing.title'));
  return (
    <>
      <div className="page-x mx-auto grid max-w-[75rem] items-start gap-x-[72px] gap-y-11 pt-3 pb-12 md:gap-y-12 md:pt-10 md:pb-20 desk:grid-cols-[24.5rem_minmax(0,1fr)]">
        <p className="max-w-[44rem] text-heading font-regular text-fg-muted desk:col-span-2">
          {t('landing.lead')}
        </p>
        <section aria-labelledby="price-now" className="max-w-[35rem] max-md:max-w-none">
          <Contained>
            <PriceHero>
              {session === undefined ? (
                <>
                  <ButtonLink
                    to="/signup"
                    variant="primary"
                    className="flex-auto max-[16rem]:whitespace-normal"
                  >
                    {t('landing.joinAndTrade')}
                  </ButtonLink>
                  <ButtonLink to="/signin">{t('session.signIn')}</ButtonLink>
                </>
              ) : (
                <>
                  <ButtonLink to="/post-offer" variant="primary" className="flex-auto">
                    {t('landing.exploreOffers')}
                  </ButtonLink>
                  {/* They go on in the next line together. */}
                  <div className="flex flex-wrap gap-2 max-md:flex-auto">
                    <ButtonLink to="/dashboard/sell-order" className="max-md:flex-auto">
                      {t('menu.order.sell')}
                    </ButtonLink>
                    <ButtonLink to="/dashboard/buy-order" className="max-md:flex-auto">
                      {t('menu.order.buy')}
                    </ButtonLink>
                  </div>
                </>
              )}
            </PriceHero>
          </Contained>
        </section>
        <section aria-labelledby="open-orders" className="min-w-0">
          <Contained>
            <Offers />
          </Contained>
        </section>
      </div>
      <LandingFeatures />
      {session === undefined && <LandingJoin />}
    </>
  );
}

function LandingJoin() {
  const { t } = useTexts();
  const steps = [
    { title: t('verify.title'), text: t('landing.step1Text') },
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
          <ButtonLink to="/signin" variant="quiet" className="max-[16rem]:whitespace-normal">
            {t('landing.haveAccount')}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
