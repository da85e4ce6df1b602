import {
  ArrowDownToLine,
  ArrowUpFromLine,
  Banknote,
  BriefcaseBusiness,
  Gavel,
  Handshake,
  History,
  House,
  Inbox,
  List,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  ReceiptText,
  Settings,
  User,
  UserPen,
  UserPlus,
} from 'lucide-react';
import { useTexts } from '../i18n/index.ts';
import { useStaffAreas } from './role-links.tsx';

export interface NavigationItem {
  readonly to: string;
  readonly label: string;
  readonly icon: LucideIcon;
}

export interface NavigationGroup {
  readonly title: string;
  readonly items: readonly NavigationItem[];
}

/** The specification's profile menu. The profile is a page of its own, and one of the dashboard. */
export function useAccountLinks(profile: string): readonly NavigationItem[] {
  const { t } = useTexts();
  return [
    { to: profile, label: t('menu.profile'), icon: User },
    { to: '/trade-history', label: t('menu.tradeHistory'), icon: History },
    { to: '/my-transactions', label: t('menu.transactionsOwn'), icon: ReceiptText },
    { to: '/payment-methods', label: t('menu.paymentMethods'), icon: Banknote },
    { to: '/trade-partners', label: t('menu.tradePartners'), icon: Handshake },
    { to: '/invite-friend', label: t('menu.inviteFriend'), icon: UserPlus },
    { to: '/settings', label: t('menu.settings'), icon: Settings },
  ];
}

/** The dashboard's side menu, in the specification's groups. */
export function useSideMenu(profile = '/dashboard/profile'): readonly NavigationGroup[] {
  const { t } = useTexts();
  return [
    { title: t('menu.main'), items: useAccountLinks(profile) },
    {
      title: t('label.sell'),
      items: [
        { to: '/dashboard/sell-order', label: t('menu.order.sell'), icon: ArrowUpFromLine },
        { to: '/dashboard/sell-history', label: t('menu.history.sell'), icon: List },
      ],
    },
    {
      title: t('label.buy'),
      items: [
        { to: '/dashboard/buy-order', label: t('menu.order.buy'), icon: ArrowDownToLine },
        { to: '/dashboard/buy-history', label: t('menu.history.buy'), icon: List },
      ],
    },
    {
      title: t('menu.inquiry'),
      items: [
        { to: '/chats', label: t('menu.chats'), icon: MessagesSquare },
        { to: '/dashboard/edit-info', label: t('menu.editInfo'), icon: UserPen },
        { to: '/dashboard/one-on-one', label: t('menu.oneOnOne'), icon: MessageCircle },
        { to: '/dashboard/inquiry-history', label: t('menu.inquiryHistory'), icon: Inbox },
        { to: '/dashboard/disputes', label: t('menu.disputes'), icon: Gavel },
      ],
    },
  ];
}

/** All pages for a member, for the phone's menu. */
export function useWholeMenu(): readonly NavigationGroup[] {
  const { t } = useTexts();
  const publicPages = {
    title: t('product.name'),
    items: [
      { to: '/', label: t('menu.home'), icon: House },
      { to: '/post-offer', label: t('menu.transactions'), icon: List },
      ...useStaffAreas().map((area) => ({ ...area, icon: BriefcaseBusiness })),
    ],
  };
  return [...useSideMenu('/profile'), publicPages];
}

/** The phone's tab bar: a member's most used pages. The rest is in the menu. */
export function useTabBar(): readonly NavigationItem[] {
  const { t } = useTexts();
  return [
    { to: '/dashboard/profile', label: t('menu.me'), icon: User },
    { to: '/dashboard/sell-history', label: t('label.sell'), icon: ArrowUpFromLine },
    { to: '/dashboard/buy-history', label: t('label.buy'), icon: ArrowDownToLine },
    { to: '/chats', label: t('menu.chats'), icon: MessagesSquare },
  ];
}
