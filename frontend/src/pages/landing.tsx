import { useCurrentPrice } from '../api/price.ts';
import { Offers } from '../features/orders/public/offers.tsx';
import { PriceHero } from '../features/price/price-hero.tsx';
import { useTexts } from '../i18n/index.ts';
import { useSession } from '../session/session.ts';
import { usePageTitle } from '../shell/page-title.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Contained } from '../ui/section.tsx';
import { LandingFeatures } from './landing-features.tsx';
import { LandingJoin } from './landing-join.tsx';

/** The landing page: price, open orders, features, and how to begin. */
export default function LandingPage() {
  const { t } = useTexts();
  const session = useSession();
  const { data: current } = useCurrentPrice();
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
                  <ButtonLink to="/signup" variant="primary" className="flex-auto">
                    {t('landing.joinAndTrade')}
                  </ButtonLink>
                  <ButtonLink to="/signin">{t('session.signIn')}</ButtonLink>
                </>
              ) : (
                <>
                  <ButtonLink to="/post-offer" variant="primary" className="flex-auto">
                    {t('landing.exploreOffers')}
                  </ButtonLink>
                  <ButtonLink to="/dashboard/sell-order">{t('menu.sellOrder')}</ButtonLink>
                </>
              )}
            </PriceHero>
          </Contained>
        </section>
        <section aria-labelledby="open-orders" className="min-w-0">
          <Contained>
            <Offers price={current?.data} />
          </Contained>
        </section>
      </div>
      <LandingFeatures />
      {session === undefined && <LandingJoin />}
    </>
  );
}
