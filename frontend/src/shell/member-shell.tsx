import { LogOut } from 'lucide-react';
import { Link, NavLink } from 'react-router-dom';
import { useOwnLevel } from '../api/levels.ts';
import { useOwnAccount } from '../api/own-account.ts';
import { useUnreadChats } from '../api/unread-chats.ts';
import { useTexts } from '../i18n/index.ts';
import { useSession } from '../session/session.ts';
import { Brand } from '../ui/brand.tsx';
import { CountBadge } from '../ui/count-badge.tsx';
import { onDemand, onDemandDialog } from '../ui/on-demand.tsx';
import { AccountMenuButton } from './account-menu-button.tsx';
import { DisplaySwitches } from './display-switches.tsx';
import { HeaderBell } from './header-bell.tsx';
import { useKeepFocus } from './keep-focus.ts';
import { useSideMenu, useTabBar } from './navigation.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { PageOutlet, SkipLink } from './page-outlet.tsx';
import { PriceTicker } from './price-ticker.tsx';
import { RoleLinks, useStaffAreas } from './role-links.tsx';
import { useSignOut } from './sign-out.ts';
import { type News, TabBar } from './tab-bar.tsx';

const ChatWatch = onDemand(() => import('../features/chat/chat-watch.ts'));
const MobileMenu = onDemandDialog(() => import('./mobile-menu.tsx'));

/** Side menu, top bar and page on a desktop; page and tab bar on a phone. */
export default function MemberShell() {
  useKeepFocus();
  const signedIn = useSession() !== undefined;
  const chats = useUnreadChats();
  const news = { '/chats': chats?.own ?? 0 };
  return (
    <div className="grid min-h-dvh md:grid-cols-[14.5rem_minmax(0,1fr)] md:bg-[linear-gradient(90deg,var(--color-surface)_14.5rem,var(--color-canvas)_14.5rem)]">
      <SkipLink />
      <SideMenu news={news} />
      <div className="min-w-0 max-md:pb-(--pin-bottom) max-md:[--pin-bottom:calc(4rem+env(safe-area-inset-bottom))]">
        <OfflineNotice />
        <TopBar />
        <PageOutlet />
      </div>
      <TabBar tabs={useTabBar()} news={news} menu={(sheet) => <MobileMenu news={news} {...sheet} />} />
      {signedIn && <ChatWatch />}
    </div>
  );
}

function TopBar() {
  const session = useSession();
  const isStaff = useStaffAreas().length > 0;
  return (
    <header className="flex h-16 items-center gap-2 border-line border-b px-8 max-md:h-14 max-md:gap-0 max-md:pr-3 max-md:pl-5">
      <Link to="/" className="inline-flex rounded-sm md:hidden">
        <Brand />
      </Link>
      <HeaderLinks />
      <span className="flex-auto" />
      {/* On a phone there is no room for it beside links to the areas. */}
      <span className={isStaff ? 'contents max-md:hidden' : 'contents'}>
        <PriceTicker />
      </span>
      <DisplaySwitches className="contents max-md:hidden" />
      <RoleLinks />
      {session !== undefined && <HeaderBell box="own" />}
      <AccountMenuButton />
    </header>
  );
}

/** Links to the public pages; on narrow screens the brand and the menu lead there. */
function HeaderLinks() {
  const { t } = useTexts();
  const linkClass =
    'rounded-sm py-2 pr-5 text-small font-medium text-fg-muted transition-colors duration-fast hover:text-fg';
  return (
    <nav aria-label={t('shell.mainMenu')} className="flex max-[72rem]:hidden">
      <Link to="/" className={linkClass}>
        {t('menu.home')}
      </Link>
      <Link to="/post-offer" className={linkClass}>
        {t('menu.transactions')}
      </Link>
    </nav>
  );
}

function SideMenu({ news }: { readonly news: News }) {
  const { t } = useTexts();
  const groups = useSideMenu();
  return (
    <aside
      aria-label={t('shell.sideMenu')}
      className="sticky top-0 flex h-dvh flex-col gap-3 overflow-y-auto bg-surface px-3 pb-5 max-md:hidden"
    >
      <Link to="/" className="flex h-16 flex-none items-center rounded-sm px-3">
        <Brand />
      </Link>
      <nav aria-label={t('shell.myMenu')} className="grid gap-3.5">
        {groups.map(({ title, items }) => (
          <div key={title}>
            <p className="px-3 pb-1 text-fg-subtle text-micro font-medium">{title}</p>
            <ul>
              {items.map(({ to, label, icon: Icon }) => (
                <li key={to}>
                  <NavLink
                    to={to}
                    className="flex min-h-8 items-center gap-2.5 rounded-md px-3 font-medium text-fg-muted transition-colors duration-fast hover:text-fg aria-[current=page]:bg-well aria-[current=page]:font-strong aria-[current=page]:text-fg"
                  >
                    <Icon size={20} />
                    {label}
                    <CountBadge count={news[to]} what={t('shell.newOnes')} className="ml-auto" />
                  </NavLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <Me />
    </aside>
  );
}

function Me() {
  const { t } = useTexts();
  const session = useSession();
  const { data: account } = useOwnAccount();
  const level = useOwnLevel()?.level;
  const signOut = useSignOut();
  return (
    <div className="mt-auto border-line border-t px-3 pt-3.5">
      <p className="min-h-6 truncate font-strong">{account && (account.fullName || account.nickname)}</p>
      <p className="flex gap-1 text-fg-subtle text-small">
        <span className="truncate">{session?.nickname}</span>
        {level !== undefined && (
          <span className="flex-none">
            · {t('account.level')} {level}
          </span>
        )}
      </p>
      <button
        type="button"
        onClick={signOut}
        className="mt-1 flex min-h-10 items-center gap-2.5 text-fg-muted text-small font-medium hover:text-fg"
      >
        <LogOut size={18} />
        {t('session.signOut')}
      </button>
    </div>
  );
}
