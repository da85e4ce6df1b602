import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { useDecisionsWaiting } from '../api/approvals.ts';
import { useUnreadChats } from '../api/unread-chats.ts';
import { awaitingMembersQuery, useQueueCounts, waitingInquiriesQuery } from '../api/waiting.ts';
import { useEarlyKeys } from '../features/commands/use-early-keys.ts';
import { useTexts } from '../i18n/index.ts';
import { commandKey, Kbd } from '../ui/kbd.tsx';
import { onDemand, onDemandDialog } from '../ui/on-demand.tsx';
import { useKeyDown } from '../ui/use-key-down.ts';
import { useAdminMenu, useAdminTabs } from './staff-navigation.ts';
import { StaffShell } from './staff-shell.tsx';

const ChatWatch = onDemand(() => import('../features/chat/chat-watch.ts'));
const CommandMenu = onDemandDialog(() => import('../features/commands/command-menu.tsx'));

export default function AdminShell() {
  const { t } = useTexts();
  const groups = useAdminMenu();
  const { data: counts } = useQueueCounts();
  const chats = useUnreadChats();
  const approvals = useDecisionsWaiting();
  const { data: inquiries } = useQuery(waitingInquiriesQuery);
  const { data: members } = useQuery(awaitingMembersQuery);
  // Counts of items that wait for an admin.
  const news = {
    '/admin/sell-orders': counts?.sell.pending.total ?? 0,
    '/admin/buy-orders': counts?.buy.pending.total ?? 0,
    '/admin/disputes': counts?.disputes.total ?? 0,
    '/admin/chat': chats?.total ?? 0,
    '/admin/approvals': approvals?.length ?? 0,
    '/admin/inquiries': inquiries?.total ?? 0,
    '/admin/users': members?.total ?? 0,
  };
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const field = useRef<HTMLInputElement>(null);
  const typed = useEarlyKeys(open, field, close);
  useKeyDown((event) => {
    if (!(event.metaKey || event.ctrlKey) || event.code !== 'KeyK') return;
    event.preventDefault();
    setOpen((before) => !before);
  });
  const search = (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Meta+K Control+K"
      onClick={() => setOpen(true)}
      className="tap-target flex h-[34px] items-center gap-1.5 rounded-[8px] bg-well pr-2 pl-2.5 text-fg-muted text-small hover:text-fg max-md:bg-transparent max-md:px-2"
    >
      <Search size={16} />
      <span className="mr-4 max-lg:sr-only">{t('commands.title')}</span>
      <span className="contents max-lg:hidden" aria-hidden="true">
        <Kbd>{commandKey}</Kbd>
        <Kbd>K</Kbd>
      </span>
    </button>
  );
  return (
    <>
      <StaffShell
        label={t('staff.menu')}
        groups={groups}
        tabs={useAdminTabs()}
        news={news}
        tools={search}
        box="admins"
      />
      <ChatWatch />
      <CommandMenu groups={groups} open={open} field={field} typed={typed} onClose={close} />
    </>
  );
}
