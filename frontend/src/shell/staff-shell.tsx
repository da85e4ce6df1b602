import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { useTexts } from '../i18n/index.ts';
import type { Box } from '../session/panel-switch.ts';
import { BrandMark } from '../ui/brand.tsx';
import { CountBadge } from '../ui/count-badge.tsx';
import { onDemandDialog } from '../ui/on-demand.tsx';
import { AccountMenuButton } from './account-menu-button.tsx';
import { DisplaySwitches } from './display-switches.tsx';
import { HeaderBell } from './header-bell.tsx';
import { useKeepFocus } from './keep-focus.ts';
import type { MenuSheetProps } from './menu-sheet.tsx';
import type { NavigationItem } from './navigation.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { PageOutlet, SkipLink } from './page-outlet.tsx';
import { PriceTicker } from './price-ticker.tsx';
import { useSignOut } from './sign-out.ts';
import { besideBadge, TabBar } from './tab-bar.tsx';

const MenuSheet = onDemandDialog(() => import('./menu-sheet.tsx'));

interface StaffShellProps extends Pick<MenuSheetProps, 'label' | 'groups' | 'news'> {
  /** In the phone's tab bar, beside the menu button. */
  readonly tabs: readonly NavigationItem[];
  /** In the top bar, before the language: search. */
  readonly tools?: ReactNode;
  /** Of the bell. */
  readonly box: Box;
}

/** Rail, top bar and page on a desktop; page, tab bar and a sheet with the whole menu on a phone. */
export function StaffShell({ label, groups, tabs, news, tools, box }: StaffShellProps) {
  useKeepFocus();
  return (
    <div className="grid min-h-dvh md:grid-cols-[5.25rem_minmax(0,1fr)] md:bg-[linear-gradient(90deg,var(--color-surface)_5.25rem,var(--color-canvas)_5.25rem)] print:block">
      <SkipLink />
      <Rail label={label} groups={groups} news={news} />
      <div className="min-w-0 max-md:pb-[calc(4rem+env(safe-area-inset-bottom))]">
        <OfflineNotice />
        <TopBar tools={tools} box={box} />
        <PageOutlet />
      </div>
      <TabBar
        tabs={tabs}
        news={news}
        menu={(sheet) => <MenuSheet label={label} groups={groups} news={news} {...sheet} />}
      />
    </div>
  );
}

function TopBar({ tools, box }: Pick<StaffShellProps, 'tools' | 'box'>) {
  const { t } = useTexts();
  return (
    <header className="sticky top-0 z-20 flex h-[52px] bg-canvas items-center gap-2 border-line border-b pr-4 pl-6 max-md:h-14 max-md:gap-0 max-md:pr-2 max-md:pl-5 print:hidden">
      {/* On a phone, the name would leave no room for price and tools. */}
      <Link to="/" aria-label={t('product.name')} className="inline-flex rounded-sm md:hidden">
        <BrandMark />
      </Link>
      <span className="flex-auto" />
      <PriceTicker />
      {tools}
      <DisplaySwitches className="contents max-md:hidden" />
      <HeaderBell box={box} />
      <AccountMenuButton />
    </header>
  );
}

/** In a low window the items are closer together, so that none is cut off. */
const railItemClass =
  'relative grid justify-items-center gap-[3px] rounded-md pt-2 pb-[7px] low:gap-0 low:pt-1 low:pb-0.5 low:[&>svg]:size-4.5 text-center text-micro tracking-tight text-fg-muted leading-4 font-medium transition-colors duration-fast hover:text-fg aria-[current=page]:bg-well aria-[current=page]:font-[700] aria-[current=page]:text-fg';

function Rail({ label, groups, news = {} }: Pick<StaffShellProps, 'label' | 'groups' | 'news'>) {
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
                    <Icon size={20} className={besideBadge(news[to])} />
                    {text}
                    <CountBadge
                      count={news[to]}
                      what={t('shell.newOnes')}
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
        <LogOut size={20} />
        {t('session.signOut')}
      </button>
    </aside>
  );
}
