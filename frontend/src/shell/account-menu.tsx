import { Menu } from '@base-ui/react/menu';
import { LogOut } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTexts } from '../i18n/index.ts';
import type { TriggerProps } from './account-menu-button.tsx';
import { useAccountLinks } from './navigation.ts';

const itemClass =
  'flex min-h-10 w-full cursor-pointer items-center gap-2.5 rounded-sm px-3 text-fg-muted font-medium outline-none data-highlighted:bg-well data-highlighted:text-fg';

/** Opens when loaded: the click has already happened. */
export default function AccountMenu({ triggerClass, children }: TriggerProps) {
  const { t } = useTexts();
  const links = useAccountLinks('/profile');
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger className={triggerClass}>{children}</Menu.Trigger>
      <Menu.Portal>
        {/* The menu is rendered outside the page's landmarks, so it is one itself. */}
        <nav aria-label={t('menu.account')}>
          <Menu.Positioner className="z-40 outline-none" sideOffset={6} align="end">
            <Menu.Popup className="min-w-48 rounded-lg bg-raised p-1.5 shadow-float outline-1 outline-line transition-opacity duration-fast data-ending-style:opacity-0 data-starting-style:opacity-0">
              {links.map(({ to, label, icon: Icon }) => (
                <Menu.LinkItem key={to} closeOnClick className={itemClass} render={<Link to={to} />}>
                  <Icon size={18} />
                  {label}
                </Menu.LinkItem>
              ))}
              <Menu.Separator className="mx-3 my-1.5 h-px bg-line" />
              <Menu.LinkItem closeOnClick className={itemClass} render={<Link to="/logout" />}>
                <LogOut size={18} />
                {t('session.signOut')}
              </Menu.LinkItem>
            </Menu.Popup>
          </Menu.Positioner>
        </nav>
      </Menu.Portal>
    </Menu.Root>
  );
}
