import { Menu } from 'lucide-react';
import { useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { usePolicies } from '../api/public-settings.ts';
import { useTexts } from '../i18n/index.ts';
import { useSession } from '../session/session.ts';
import { Brand } from '../ui/brand.tsx';
import { ButtonLink, IconButton } from '../ui/button.tsx';
import { onDemandDialog } from '../ui/on-demand.tsx';
import { AccountMenuButton } from './account-menu-button.tsx';
import { DisplaySwitches } from './display-switches.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { PageOutlet, SkipLink } from './page-outlet.tsx';
import { PriceTicker } from './price-ticker.tsx';
import { RoleLinks } from './role-links.tsx';
import { SupportLink } from './support-link.tsx';

const linkClass =
  'whitespace-nowrap rounded-sm px-3 py-2 font-medium text-fg-muted transition-colors duration-fast hover:text-fg aria-[current=page]:font-strong aria-[current=page]:text-fg';

/** Header, page and footer of the public pages. */
export function PublicShell() {
  const { t } = useTexts();
  const session = useSession();
  const landing = useLocation().pathname === '/';
  const links = [
    { to: '/', label: t('menu.home') },
    { to: '/post-offer', label: t('menu.transactions') },
    ...(session === undefined ? [] : [{ to: '/dashboard/profile', label: t('menu.myPage') }]),
  ];
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <OfflineNotice />
      <header className="mx-auto flex h-16 w-full max-w-[75rem] flex-none items-center gap-2 px-8 max-md:h-14 max-md:gap-0 max-md:pr-2 max-md:pl-5">
        <Link to="/" className="inline-flex rounded-sm">
          <Brand />
        </Link>
        <nav aria-label={t('shell.mainMenu')} className="ml-5 flex gap-1 max-lg:hidden">
          {links.map(({ to, label }) => (
            <NavLink key={to} to={to} end className={linkClass}>
              {label}
            </NavLink>
          ))}
          <SupportLink className={linkClass}>
            {session === undefined ? t('footer.support') : t('menu.oneOnOne')}
          </SupportLink>
        </nav>
        <span className="flex-auto" />
        {/* The landing page shows the price itself. */}
        {!landing && (
          <span className={session === undefined ? 'contents' : 'contents md:max-xl:hidden'}>
            <PriceTicker />
          </span>
        )}
        <DisplaySwitches className="contents max-md:hidden" />
        {session === undefined ? (
          <>
            <ButtonLink
              to="/signin"
              variant="quiet"
              size="medium"
              className={landing ? 'max-[16rem]:hidden' : 'max-md:hidden'}
            >
              {t('session.signIn')}
            </ButtonLink>
            <ButtonLink to="/signup" variant="primary" size="medium" className="max-md:hidden">
              {t('session.signUp')}
            </ButtonLink>
          </>
        ) : (
          <span className="contents max-md:hidden">
            <RoleLinks />
            <AccountMenuButton />
          </span>
        )}
        <MobileMenuButton />
      </header>
      <PageOutlet className="flex-auto" />
      <Footer />
    </div>
  );
}

function Footer() {
  const { t } = useTexts();
  const linkClass = 'self-start py-1 hover:text-fg max-md:py-2';
  const links = [
    { to: '/post-offer', label: t('footer.trade') },
    { to: '/dashboard/sell-order', label: t('menu.order.sell') },
    { to: '/dashboard/buy-order', label: t('menu.order.buy') },
  ];
  return (
    <footer className="page-x mx-auto flex w-full max-w-[75rem] justify-between gap-8 py-10 text-small max-md:block">
      <div>
        <Link to="/" className="inline-flex rounded-sm">
          <Brand />
        </Link>
        <p className="mt-2.5 text-fg-subtle">
          {t('deposit.solanaOnly')}
          <br />
          {t('deposit.othersLost')}
        </p>
      </div>
      <nav
        aria-label={t('shell.footerMenu')}
        className="flex gap-6 whitespace-nowrap text-fg-muted max-md:mt-6 max-md:flex-wrap max-md:gap-x-5 max-md:gap-y-1"
      >
        {links.map(({ to, label }) => (
          <Link key={to} to={to} className={linkClass}>
            {label}
          </Link>
        ))}
        <SupportLink className={linkClass}>{t('footer.support')}</SupportLink>
        {usePolicies().map(({ name, url }) => (
          <a key={name} href={url} target="_blank" rel="noreferrer" className={linkClass}>
            {t(`footer.${name}`)}
          </a>
        ))}
      </nav>
    </footer>
  );
}

const MobileMenu = onDemandDialog(() => import('./mobile-menu.tsx'));

function MobileMenuButton() {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t('shell.openMenu')}
        aria-haspopup="dialog"
        className="lg:hidden"
        onClick={() => setOpen(true)}
      >
        <Menu size={22} />
      </IconButton>
      <MobileMenu open={open} onClose={() => setOpen(false)} />
    </>
  );
}
