import { NavLink } from 'react-router-dom';
import { useTexts } from '../i18n/index.ts';
import { Button } from '../ui/button.tsx';
import { CountBadge } from '../ui/count-badge.tsx';
import { Dialog, type Opened } from '../ui/dialog.tsx';
import { DisplaySwitches } from './display-switches.tsx';
import type { NavigationGroup } from './navigation.ts';
import { useSignOut } from './sign-out.ts';
import type { News } from './tab-bar.tsx';

export interface MenuSheetProps extends Opened {
  readonly label: string;
  readonly groups: readonly NavigationGroup[];
  readonly news?: News | undefined;
}

const linkClass =
  'flex min-h-11 items-center gap-2.5 leading-5 font-medium text-fg-muted aria-[current=page]:font-strong aria-[current=page]:text-fg';

export default function MenuSheet({ label, groups, news = {}, open, onClose }: MenuSheetProps) {
  const { t } = useTexts();
  const signOut = useSignOut();
  return (
    <Dialog
      open={open}
      title={label}
      onClose={onClose}
      footer={
        <Button
          className="flex-auto"
          onClick={() => {
            onClose();
            signOut();
          }}
        >
          {t('session.signOut')}
        </Button>
      }
    >
      <nav aria-label={label} className="grid gap-4 px-5 pb-3">
        {groups.map(({ title, items }) => (
          <div key={title}>
            <p className="text-fg-subtle text-micro font-medium">{title}</p>
            <ul className="grid grid-cols-2 gap-x-3">
              {items.map(({ to, label: text, icon: Icon }) => (
                <li key={to}>
                  <NavLink to={to} onClick={onClose} className={linkClass}>
                    <Icon size={20} />
                    {text}
                    <CountBadge count={news[to]} what={t('shell.newOnes')} />
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <DisplaySwitches className="flex items-center justify-between px-5 pb-3" />
    </Dialog>
  );
}
