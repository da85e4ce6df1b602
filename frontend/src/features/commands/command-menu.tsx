import { Dialog } from '@base-ui/react/dialog';
import type { AdminOrderView } from '@matgyo/contracts/endpoints/order-views';
import { sides } from '@matgyo/contracts/ids';
import { memberPaths } from '@matgyo/contracts/paths/members';
import { orderPaths } from '@matgyo/contracts/paths/orders';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/queries.ts';
import { useTexts } from '../../i18n/index.ts';
import type { NavigationGroup } from '../../shell/navigation.ts';
import { useOfferedActions } from '../../shell/staff-actions.ts';
import { classes } from '../../ui/class-names.ts';
import type { Opened } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { useDismissal } from '../../ui/use-dismissal.ts';

interface CommandMenuProps extends Opened {
  readonly groups: readonly NavigationGroup[];
  readonly field: RefObject<HTMLInputElement | null>;
  /** What was typed before the menu had loaded. */
  readonly typed: string;
}

interface Command {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  readonly hint?: string;
  readonly run: () => void;
}

/** Someone who is still typing has not searched yet. */
const pauseMs = 150;

/** Opens any page, finds an order or member, or runs an action on the chosen item, by typing. */
export default function CommandMenu({ open, onClose, ...rest }: CommandMenuProps) {
  const { t } = useTexts();
  return (
    <Dialog.Root open={open} onOpenChange={useDismissal(open, onClose)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-fast data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Dialog.Popup
          aria-label={t('commands.title')}
          className="fixed top-[12dvh] left-1/2 z-50 flex max-h-[min(30rem,76dvh)] w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 flex-col overflow-clip rounded-xl bg-raised shadow-dialog outline-none transition-opacity duration-fast data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <Commands {...rest} onClose={onClose} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Commands({ groups, field, typed, onClose }: Omit<CommandMenuProps, 'open'>) {
  const { t } = useTexts();
  const id = useId();
  const [text, setText] = useState(typed);
  const [place, setPlace] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const commands = useCommands(text, groups);
  const chosen = Math.min(place, commands.length - 1);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <>
      <div className="flex items-center gap-2.5 border-line border-b px-4">
        <Search size={18} className="text-fg-subtle" />
        <input
          ref={field}
          role="combobox"
          aria-label={t('commands.title')}
          aria-expanded
          aria-controls={id}
          aria-activedescendant={chosen < 0 ? undefined : `${id}-${chosen}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('commands.placeholder')}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setPlace(0);
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
            if (step !== 0) {
              event.preventDefault();
              setPlace((chosen + step + commands.length) % Math.max(1, commands.length));
            }
            if (event.key === 'Enter') {
              event.preventDefault();
              run(commands[chosen]);
            }
          }}
          className="h-13 min-w-0 flex-auto bg-transparent outline-none"
        />
        <Kbd className="max-md:hidden">Esc</Kbd>
      </div>
      <div ref={list} id={id} role="listbox" aria-label={t('commands.title')} className="overflow-y-auto p-2">
        {commands.map(({ key, group, label, hint }, index) => (
          <div key={key} role="presentation">
            {group !== commands[index - 1]?.group && (
              <p role="presentation" className="px-2.5 pt-2 pb-1 text-fg-subtle text-micro font-medium">
                {group}
              </p>
            )}
            {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard */}
            <div
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              onPointerMove={() => setPlace(index)}
              onClick={() => run(commands[index])}
              className={classes(
                'flex min-h-10 cursor-pointer items-center justify-between gap-3 rounded-sm px-2.5',
                index === chosen && 'bg-accent-soft',
              )}
            >
              <span className="min-w-0 truncate font-medium">{label}</span>
              {hint !== undefined && <span className="flex-none text-fg-muted text-small">{hint}</span>}
            </div>
          </div>
        ))}
      </div>
      <p role="status" className="px-4.5 pb-4 text-fg-muted text-small empty:hidden">
        {commands.length === 0 ? t('commands.none') : ''}
      </p>
    </>
  );
}

/** The matches of the typed text: actions, orders and members, then pages. */
function useCommands(text: string, groups: readonly NavigationGroup[]): readonly Command[] {
  const { t } = useTexts();
  const navigate = useNavigate();
  const offered = useOfferedActions();
  const [searched, setSearched] = useState('');
  const search = text.trim();
  useEffect(() => {
    const timer = setTimeout(() => setSearched(search), pauseMs);
    return () => clearTimeout(timer);
  }, [search]);
  const { data: found, isPlaceholderData } = useQuery({
    queryKey: [...queryKeys.own.admin.orders, 'found', searched],
    queryFn: ({ signal }) => find(searched, signal),
    enabled: searched.length >= 2,
    placeholderData: keepPreviousData,
  });
  const isOfText = searched === search && !isPlaceholderData;
  const matches = (label: string) => label.toLowerCase().includes(search.toLowerCase());
  const actions = (offered?.actions ?? []).map(([action, run]) => ({
    key: action,
    group: offered?.subject ?? '',
    label: t(`queue.${action}`),
    run,
  }));
  const pages = groups.flatMap(({ title, items }) =>
    items.map(({ to, label }) => ({ key: to, group: title, label, run: () => void navigate(to) })),
  );
  const things =
    search.length < 2 || found === undefined
      ? []
      : [
          ...found.orders.map(({ id, code, nickname }) => ({
            key: id,
            group: t('staff.orders'),
            label: code,
            hint: nickname,
            run: () => void navigate(`/admin/orders/${id}`),
          })),
          ...found.members.map(({ _id, nickname, fullName }) => ({
            key: _id,
            group: t('commands.members'),
            label: nickname,
            hint: fullName,
            run: () => void navigate(`/admin/users/${_id}`),
          })),
        ];
  return [
    ...actions.filter(({ label }) => matches(label)),
    // Of what was typed before, only what is meant now too: Enter would open another.
    ...things.filter(({ label, hint = '' }) => isOfText || matches(label) || matches(hint)),
    ...pages.filter(({ label }) => matches(label)),
  ];
}

const ofEachMax = 5;
const queues = ['pending', 'inProgress', 'open'] as const;
const orderId = /^[0-9a-f]{24}$/;

/** Live orders by part of their code or nickname, finished ones that were matched by part of their code, and members. */
async function find(search: string, signal: AbortSignal) {
  if (orderId.test(search)) return { orders: [{ id: search, code: search, nickname: '' }], members: [] };
  const query = { search, limit: ofEachMax };
  const [live, matched, members] = await Promise.all([
    Promise.all(
      sides.flatMap((side) => queues.map((queue) => call(orderPaths[side][queue], { signal, query }))),
    ),
    call(tradePaths.matchedOrders, { signal, query }),
    call(memberPaths.listMembers, { signal, query }),
  ]);
  const orders = new Map<string, { id: string; code: string; nickname: string }>();
  const add = (id: string, code: string, nickname: string) => orders.set(id, { id, code, nickname });
  for (const { _id, orderCode, userId } of live.flatMap(({ items }): readonly AdminOrderView[] => items))
    add(_id, orderCode, userId.nickname);
  for (const { _id, postingNumber, seller } of matched.sell) add(_id, postingNumber, seller);
  for (const { _id, postingNumber, buyer } of matched.buy) add(_id, postingNumber, buyer);
  return { orders: [...orders.values()].slice(0, ofEachMax), members: members.items.slice(0, ofEachMax) };
}
