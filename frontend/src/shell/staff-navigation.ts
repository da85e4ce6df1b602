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
import { useTexts } from '../i18n/index.ts';
import type { NavigationGroup, NavigationItem } from './navigation.ts';

/** The admins' side menu, in the specification's groups, and one for finance and audit. */
export function useAdminMenu(): readonly NavigationGroup[] {
  const { t } = useTexts();
  return [
    {
      title: t('staff.general'),
      items: [
        { to: '/admin/dashboard', label: t('staff.dashboard'), icon: ChartNoAxesColumn },
        { to: '/admin/transactions', label: t('staff.transactions'), icon: List },
        { to: '/admin/setprice', label: t('staff.price'), icon: Tag },
      ],
    },
    {
      title: t('staff.live'),
      items: [
        { to: '/admin/sell-orders', label: t('staff.sideOrders.sell'), icon: ArrowUpFromLine },
        { to: '/admin/buy-orders', label: t('staff.sideOrders.buy'), icon: ArrowDownToLine },
        { to: '/admin/chat', label: t('chat.title'), icon: MessageSquare },
        { to: '/admin/disputes', label: t('menu.disputes'), icon: Gavel },
        { to: '/admin/approvals', label: t('approval.title'), icon: UserRoundCheck },
      ],
    },
    {
      title: t('staff.people'),
      items: [
        { to: '/admin/users', label: t('staff.users'), icon: Users },
        { to: '/admin/inquiries', label: t('staff.inquiries'), icon: Inbox },
        { to: '/admin/endchat', label: t('staff.endedChats'), icon: Archive },
      ],
    },
    {
      title: t('staff.finance'),
      items: [
        { to: '/admin/fees', label: t('staff.fees'), icon: ReceiptText },
        { to: '/admin/trial-balance', label: t('staff.trialBalance'), icon: Scale },
        { to: '/admin/replays', label: t('staff.replays'), icon: RefreshCcwDot },
        { to: '/admin/audit', label: t('staff.auditLog'), icon: ScrollText },
        { to: '/admin/stuck', label: t('staff.stuck'), icon: CircleAlert },
      ],
    },
  ];
}

/** The phone's tab bar: an admin's most used pages. The rest is in the menu. */
export function useAdminTabs(): readonly NavigationItem[] {
  const { t } = useTexts();
  return [
    { to: '/admin/dashboard', label: t('staff.dashboard'), icon: ChartNoAxesColumn },
    { to: '/admin/sell-orders', label: t('label.sell'), icon: ArrowUpFromLine },
    { to: '/admin/buy-orders', label: t('label.buy'), icon: ArrowDownToLine },
    { to: '/admin/chat', label: t('chat.title'), icon: MessageSquare },
  ];
}

export function useManagerMenu(): readonly NavigationGroup[] {
  const { t } = useTexts();
  return [
    {
      title: t('role.manager'),
      items: [
        { to: '/manager/dashboard', label: t('staff.dashboard'), icon: ChartNoAxesColumn },
        { to: '/manager/user-list', label: t('staff.userList'), icon: Users },
        { to: '/manager/fee', label: t('staff.fees'), icon: ReceiptText },
      ],
    },
  ];
}
