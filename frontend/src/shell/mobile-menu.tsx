import { NavLink } from 'react-router-dom';
import { useTexts } from '../i18n/index.ts';
import { useSession } from '../session/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DisplaySwitches } from './display-switches.tsx';
import MenuSheet, { type MenuSheetProps } from './menu-sheet.tsx';
import { useWholeMenu } from './navigation.ts';
import { SupportLink } from './support-link.tsx';

type MobileMenuProps = Pick<MenuSheetProps, 'news' | 'open' | 'onClose'>;

/** The menu on a phone: all pages of a member, or the public ones for a visitor. */
export default function MobileMenu(props: MobileMenuProps) {
  const { t } = useTexts();
  const groups = useWholeMenu();
  if (useSession() === undefined) return <VisitorMenu {...props} />;
  return <MenuSheet label={t('shell.mainMenu')} groups={groups} {...props} />;
}

const linkClass =
  'flex min-h-12 items-center border-line border-b font-medium text-fg-muted last:border-0 aria-[current=page]:font-strong aria-[current=page]:text-fg';

function VisitorMenu({ open, onClose }: MobileMenuProps) {
  const { t } = useTexts();
  const links = [
    { to: '/', label: t('menu.home') },
    { to: '/post-offer', label: t('menu.transactions') },
  ];
  return (
    <Dialog
      open={open}
      title={t('shell.mainMenu')}
      onClose={onClose}
      footer={
        <>
          <ButtonLink to="/signin" onClick={onClose}>
            {t('session.signIn')}
          </ButtonLink>
          <ButtonLink to="/signup" variant="primary" className="flex-auto" onClick={onClose}>
            {t('session.signUp')}
          </ButtonLink>
        </>
      }
    >
      <nav aria-label={t('shell.mainMenu')} className="px-5 pb-2">
        {links.map(({ to, label }) => (
          <NavLink key={to} to={to} end onClick={onClose} className={linkClass}>
            {label}
          </NavLink>
        ))}
        <SupportLink className={linkClass} onClick={onClose}>
          {t('footer.support')}
        </SupportLink>
      </nav>
      <DisplaySwitches className="flex items-center justify-between px-5 pb-3" />
    </Dialog>
  );
}
