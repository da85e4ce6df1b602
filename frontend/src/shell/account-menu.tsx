import { Menu } from '@base-ui/react/menu';
import { LogOut, Settings, User } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useWords } from '../i18n/index.ts';
import { useSignOut } from './sign-out.ts';

const itemClass =
  'flex min-h-10 w-full cursor-pointer items-center gap-2.5 rounded-sm px-3 text-fg-muted font-medium outline-none data-highlighted:bg-well data-highlighted:text-fg';

/** Opens as it arrives: its first press has already been made. */
export default function AccountMenu({
  triggerClass,
  children,
}: {
  readonly triggerClass: string;
  readonly children: ReactNode;
}) {
  const { t } = useWords();
  const signOut = useSignOut();
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger className={triggerClass}>{children}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="z-40 outline-none" sideOffset={6} align="end">
          <Menu.Popup className="min-w-48 rounded-lg bg-raised p-1.5 shadow-float outline-1 outline-line transition-opacity duration-fast data-ending-style:opacity-0 data-starting-style:opacity-0">
            <Menu.LinkItem className={itemClass} render={<Link to="/dashboard/profile" />}>
              <User size={18} strokeWidth={1.6} />
              {t('menu.myPage')}
            </Menu.LinkItem>
            <Menu.LinkItem className={itemClass} render={<Link to="/settings" />}>
              <Settings size={18} strokeWidth={1.6} />
              {t('menu.settings')}
            </Menu.LinkItem>
            <Menu.Separator className="mx-3 my-1.5 h-px bg-line" />
            <Menu.Item className={itemClass} onClick={signOut}>
              <LogOut size={18} strokeWidth={1.6} />
              {t('session.signOut')}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
