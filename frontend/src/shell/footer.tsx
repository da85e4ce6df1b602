import { Link } from 'react-router-dom';
import { usePublicSettings } from '../api/public-settings.ts';
import { useTexts } from '../i18n/index.ts';
import { useSession } from '../session/session.ts';
import { Brand } from '../ui/brand.tsx';

export function Footer() {
  const { t } = useTexts();
  const group = usePublicSettings()?.messagingGroupUrl;
  const session = useSession();
  const links = [
    { to: '/post-offer', label: t('footer.trade') },
    { to: '/dashboard/sell-order', label: t('footer.sell') },
    { to: '/dashboard/buy-order', label: t('footer.buy') },
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
          <Link key={to} to={to} className="self-start hover:text-fg max-md:py-2">
            {label}
          </Link>
        ))}
        {session !== undefined || group == null ? (
          <Link to="/dashboard/one-on-one" className="self-start hover:text-fg max-md:py-2">
            {t('footer.support')}
          </Link>
        ) : (
          <a href={group} target="_blank" rel="noreferrer" className="self-start hover:text-fg max-md:py-2">
            {t('footer.support')}
          </a>
        )}
      </nav>
    </footer>
  );
}
