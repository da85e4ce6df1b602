import { LogOut, Menu } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { useTexts } from '../i18n/index.ts';
import { useSession } from '../session/session.ts';
import { BrandMark } from '../ui/brand.tsx';
import { CountBadge } from '../ui/count-badge.tsx';
import { onDemandDialog } from '../ui/on-demand.tsx';
import { AccountMenuButton } from './account-menu-button.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import type { NavigationGroup, NavigationItem } from './navigation.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { PageOutlet } from './page-outlet.tsx';
import { PriceTicker } from './price-ticker.tsx';
import { RouteFocus } from './route-focus.tsx';
import { useSignOut } from './sign-out.ts';
import { SkipLink } from './skip-link.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

const MenuSheet = onDemandDialog(() => import('./menu-sheet.tsx'));

interface StaffShellProps {
  /** The menu's name for screen readers. */
  readonly label: string;
  readonly groups: readonly NavigationGroup[];
  /** In the phone's tab bar, beside the menu button. */
  readonly tabs: readonly NavigationItem[];
  /** Counts of waiting items by path. */
  readonly news?: Readonly<Record<string, number>>;
  /** In the top bar, before the language: search, notices. */
  readonly tools?: ReactNode;
  /** The bell, on every width. */
  readonly bell?: ReactNode;
}

/** Rail, top bar and page on a desktop; page, tab bar and a sheet with the whole menu on a phone. */
export function StaffShell({ label, groups, tabs, news = {}, tools, bell }: StaffShellProps) {
  return (
    <div className="grid min-h-dvh md:grid-cols-[5.25rem_minmax(0,1fr)] md:bg-[linear-gradient(90deg,var(--color-surface)_5.25rem,var(--color-canvas)_5.25rem)] print:block">
      <SkipLink />
      <RouteFocus />
      <Rail label={label} groups={groups} news={news} />
      <div className="min-w-0 max-md:pb-[calc(4rem+env(safe-area-inset-bottom))]">
        <OfflineNotice />
        <TopBar tools={tools} bell={bell} />
        <main id="main" tabIndex={-1} className="outline-none">
          <PageOutlet />
        </main>
      </div>
      <TabBar label={label} groups={groups} tabs={tabs} news={news} />
    </div>
  );
}

function TopBar({ tools, bell }: Pick<StaffShellProps, 'tools' | 'bell'>) {
  const { t } = useTexts();
  const session = useSession();
  return (
    <header className="sticky top-0 z-20 flex h-[52px] bg-canvas items-center gap-2 border-line border-b pr-4 pl-6 max-md:h-14 max-md:gap-0 max-md:pr-2 max-md:pl-5 print:hidden">
      {/* On a phone, the name would leave no room for price and tools. */}
      <Link to="/" aria-label={t('product.name')} className="inline-flex rounded-sm md:hidden">
        <BrandMark />
      </Link>
      <span className="flex-auto" />
      <PriceTicker />
      {tools}
      <span className="contents max-md:hidden">
        <LanguageSwitch />
        <ThemeSwitch />
      </span>
      {bell}
      <span className="contents max-md:hidden">
        {session !== undefined && <AccountMenuButton nickname={session.nickname} />}
      </span>
    </header>
  );
}

/** In a low window the items are closer together, so that none is cut off. */
const railItemClass =
  'relative grid justify-items-center gap-[3px] rounded-md pt-2 pb-[7px] low:gap-0 low:pt-1 low:pb-0.5 low:[&>svg]:size-4.5 text-center text-micro tracking-tight text-fg-muted leading-4 font-medium transition-colors duration-fast hover:text-fg aria-[current=page]:bg-well aria-[current=page]:font-[700] aria-[current=page]:text-fg';

/** Moves the icon, which the badge would cover. */
const besideBadge = (count = 0): string | undefined => (count > 0 ? '-translate-x-2.5' : undefined);

interface RailProps {
  readonly label: string;
  readonly groups: readonly NavigationGroup[];
  readonly news: Readonly<Record<string, number>>;
}

function Rail({ label, groups, news }: RailProps) {
  const { t } = useTexts();
  const signOut = useSignOut();
  return (
    <aside
      aria-label={label}
      className="sticky top-0 flex h-dvh flex-col overflow-y-auto bg-surface px-1 pt-3.5 pb-3 low:pt-1 low:pb-1 [scrollbar-width:none] max-md:hidden print:hidden"
    >
      <Link
        to="/"
        aria-label={t('product.name')}
        className="mb-3 low:mb-1 grid flex-none place-items-center rounded-sm py-1.5"
      >
        <BrandMark />
      </Link>
      <nav aria-label={label} className="grid gap-0.5">
        {groups.map(({ title, items }, place) => (
          <div key={title} className="border-line not-first:mt-1 not-first:border-t not-first:pt-1">
            <p id={`rail-${place}`} className="text-center text-fg-subtle text-micro leading-4">
              {title}
            </p>
            <ul aria-labelledby={`rail-${place}`} className="grid gap-0.5 low:gap-0">
              {items.map(({ to, label: text, icon: Icon }) => (
                <li key={to}>
                  <NavLink to={to} className={railItemClass}>
                    <Icon size={20} strokeWidth={1.6} className={besideBadge(news[to])} />
                    {text}
                    <CountBadge
                      count={news[to]}
                      what={t('staff.newOnes')}
                      className="absolute top-1 left-[calc(50%+2px)]"
                    />
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <button type="button" onClick={signOut} className={`${railItemClass} mt-auto flex-none`}>
        <LogOut size={20} strokeWidth={1.6} />
        {t('session.signOut')}
      </button>
    </aside>
  );
}

function TabBar({ label, groups, tabs, news }: RailProps & Pick<StaffShellProps, 'tabs'>) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const tabClass =
    'relative grid h-16 place-content-center justify-items-center gap-0.5 text-micro text-fg-muted leading-4 font-medium aria-[current=page]:font-[700] aria-[current=page]:text-fg';
  return (
    <>
      <nav
        aria-label={t('shell.tabBar')}
        className="fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-line border-t bg-canvas pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
      >
        {tabs.map(({ to, label: text, icon: Icon }) => (
          <NavLink key={to} to={to} className={tabClass}>
            <Icon size={22} strokeWidth={1.6} className={besideBadge(news[to])} />
            {text}
            <CountBadge
              count={news[to]}
              what={t('staff.newOnes')}
              className="absolute top-1.5 left-[calc(50%+2px)]"
            />
          </NavLink>
        ))}
        <button type="button" aria-haspopup="dialog" className={tabClass} onClick={() => setOpen(true)}>
          <Menu size={22} strokeWidth={1.6} />
          {t('menu.more')}
        </button>
      </nav>
      <MenuSheet label={label} groups={groups} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
