import {
  Archive,
  ArrowDownToLine,
  ArrowUpFromLine,
  ChartNoAxesColumn,
  CircleAlert,
  Gavel,
  Inbox,
  List,
  MessageSquare,
  ReceiptText,
  RefreshCcwDot,
  Scale,
  ScrollText,
  Tag,
  UserRoundCheck,
  Users,
} from 'lucide-react';
import { useWords } from '../i18n/index.ts';
import type { NavigationGroup, NavigationItem } from './navigation.ts';

/** The admins' side menu, in the specification's groups, and one for finance and audit. */
export function useAdminMenu(): readonly NavigationGroup[] {
  const { t } = useWords();
  return [
    {
      title: t('desk.general'),
      items: [
        { to: '/admin/dashboard', label: t('desk.dashboard'), icon: ChartNoAxesColumn },
        { to: '/admin/transactions', label: t('desk.transactions'), icon: List },
        { to: '/admin/setprice', label: t('desk.price'), icon: Tag },
      ],
    },
    {
      title: t('desk.live'),
      items: [
        { to: '/admin/sell-orders', label: t('desk.sellOrders'), icon: ArrowUpFromLine },
        { to: '/admin/buy-orders', label: t('desk.buyOrders'), icon: ArrowDownToLine },
        { to: '/admin/chat', label: t('desk.chat'), icon: MessageSquare },
        { to: '/admin/disputes', label: t('menu.disputes'), icon: Gavel },
        { to: '/admin/approvals', label: t('approval.title'), icon: UserRoundCheck },
      ],
    },
    {
      title: t('desk.people'),
      items: [
        { to: '/admin/users', label: t('desk.users'), icon: Users },
        { to: '/admin/inquiries', label: t('desk.inquiries'), icon: Inbox },
        { to: '/admin/endchat', label: t('desk.endedChats'), icon: Archive },
      ],
    },
    {
      title: t('desk.finance'),
      items: [
        { to: '/admin/fees', label: t('desk.fees'), icon: ReceiptText },
        { to: '/admin/trial-balance', label: t('desk.trialBalance'), icon: Scale },
        { to: '/admin/replays', label: t('desk.replays'), icon: RefreshCcwDot },
        { to: '/admin/audit', label: t('desk.auditLog'), icon: ScrollText },
        { to: '/admin/stuck', label: t('desk.stuck'), icon: CircleAlert },
      ],
    },
  ];
}

/** The phone's tab bar: where an admin goes most. The rest is behind "more". */
export function useAdminTabs(): readonly NavigationItem[] {
  const { t } = useWords();
  return [
    { to: '/admin/dashboard', label: t('desk.dashboard'), icon: ChartNoAxesColumn },
    { to: '/admin/sell-orders', label: t('desk.sellShort'), icon: ArrowUpFromLine },
    { to: '/admin/buy-orders', label: t('desk.buyShort'), icon: ArrowDownToLine },
    { to: '/admin/chat', label: t('desk.chat'), icon: MessageSquare },
  ];
}

export function useManagerMenu(): readonly NavigationGroup[] {
  const { t } = useWords();
  return [
    {
      title: t('menu.manager'),
      items: [
        { to: '/manager/dashboard', label: t('desk.dashboard'), icon: ChartNoAxesColumn },
        { to: '/manager/user-list', label: t('desk.userList'), icon: Users },
        { to: '/manager/fee', label: t('desk.fees'), icon: ReceiptText },
      ],
    },
  ];
}
