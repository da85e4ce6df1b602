import { Menu } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { NavLink } from 'react-router-dom';
import { useTexts } from '../i18n/index.ts';
import { CountBadge } from '../ui/count-badge.tsx';
import type { Opened } from '../ui/dialog.tsx';
import type { NavigationItem } from './navigation.ts';

/** Counts of waiting items by path. */
export type News = Readonly<Record<string, number>>;

/** Moves an icon, which the badge would cover. */
export const besideBadge = (count = 0): string | undefined => (count > 0 ? '-translate-x-2.5' : undefined);

const tabClass =
  'relative grid h-16 place-content-center justify-items-center gap-0.5 text-micro text-fg-muted leading-4 font-medium aria-[current=page]:font-[700] aria-[current=page]:text-fg';

interface TabBarProps {
  readonly tabs: readonly NavigationItem[];
  readonly news?: News | undefined;
  /** The sheet with the whole menu. */
  readonly menu: (sheet: Opened) => ReactNode;
}

/** A phone's most used pages, and a button for the rest. */
export function TabBar({ tabs, news = {}, menu }: TabBarProps) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const isMoreWaiting = Object.entries(news).some(
    ([path, count]) => count > 0 && tabs.every(({ to }) => to !== path),
  );
  return (
    <>
      <nav
        aria-label={t('shell.tabBar')}
        className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-line border-t bg-canvas pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
      >
        {tabs.map(({ to, label, icon: Icon }) => (
          <NavLink key={to} to={to} className={tabClass}>
            <Icon size={22} className={besideBadge(news[to])} />
            {label}
            <CountBadge
              count={news[to]}
              what={t('shell.newOnes')}
              className="absolute top-1.5 left-[calc(50%+2px)]"
            />
          </NavLink>
        ))}
        <button type="button" aria-haspopup="dialog" className={tabClass} onClick={() => setOpen(true)}>
          <Menu size={22} />
          {t('menu.more')}
          {isMoreWaiting && (
            <span className="absolute top-1.5 left-[calc(50%+2px)] size-2 rounded-full bg-accent">
              <span className="sr-only">{t('shell.newOnes')}</span>
            </span>
          )}
        </button>
      </nav>
      {menu({ open, onClose: () => setOpen(false) })}
    </>
  );
}
