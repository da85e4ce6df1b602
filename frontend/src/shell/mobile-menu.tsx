import { NavLink } from 'react-router-dom';
import { usePublicSettings } from '../api/public-settings.ts';
import { useWords } from '../i18n/index.ts';
import { useSession } from '../session/session.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { useDesks } from './role-links.tsx';
import { useSignOut } from './sign-out.ts';
import { ThemeSwitch } from './theme-switch.tsx';

const linkClass =
  'flex min-h-12 items-center border-line border-b font-medium text-fg-muted last:border-0 aria-[current=page]:font-strong aria-[current=page]:text-fg';

/** The header's menu on a phone, as a sheet. */
export default function MobileMenu({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useWords();
  const session = useSession();
  const signOut = useSignOut();
  const group = usePublicSettings()?.messagingGroupUrl;
  const desks = useDesks();
  const links = [
    { to: '/', label: t('menu.home') },
    { to: '/post-offer', label: t('menu.transactions') },
    ...(session === undefined
      ? []
      : [
          { to: '/dashboard/profile', label: t('menu.myPage') },
          { to: '/dashboard/sell-history', label: t('menu.sellHistory') },
          { to: '/dashboard/buy-history', label: t('menu.buyHistory') },
          ...desks,
        ]),
  ];
  const footer =
    session === undefined ? (
      <>
        <ButtonLink to="/signin" onClick={onClose}>
          {t('session.signIn')}
        </ButtonLink>
        <ButtonLink to="/signup" variant="primary" className="flex-auto" onClick={onClose}>
          {t('session.signUp')}
        </ButtonLink>
      </>
    ) : (
      <Button
        className="flex-auto"
        onClick={() => {
          onClose();
          signOut();
        }}
      >
        {t('session.signOut')}
      </Button>
    );
  return (
    <Dialog open={open} title={t('shell.mainMenu')} onClose={onClose} footer={footer}>
      <nav aria-label={t('shell.mainMenu')} className="px-5 pb-2">
        {links.map(({ to, label }) => (
          <NavLink key={to} to={to} end onClick={onClose} className={linkClass}>
            {label}
          </NavLink>
        ))}
        {session === undefined && group != null && (
          <a href={group} target="_blank" rel="noreferrer" className={linkClass}>
            {t('footer.support')}
          </a>
        )}
      </nav>
      <div className="flex items-center justify-between px-5 pb-3">
        <LanguageSwitch />
        <ThemeSwitch />
      </div>
    </Dialog>
  );
}
