import { listenTo } from '../../../realtime/socket.ts';
import type { ConversationState } from './conversation-state.ts';
import { withRead } from './messages.ts';
import type { trackTyping } from './typing.ts';

/** What others do in an open room besides writing: they type, they read, an admin closes it. Returns how to stop. */
export function followOthers(
  state: ConversationState,
  typing: Pick<ReturnType<typeof trackTyping>, 'start'>,
): readonly (() => void)[] {
  const { nickname } = state.me;
  const here = (id: string) => {
    const { room } = state.now();
    return room?._id === id ? room : undefined;
  };
  return [
    listenTo('typing', ({ room, sender }) => {
      if (here(room) && sender !== nickname) typing.start(sender);
    }),
    listenTo('read', ({ room: id, ...mark }) => {
      const room = here(id);
      if (room) state.add([], withRead(room, mark, nickname));
    }),
    listenTo('closed', ({ room: id, closedAt }) => {
      const room = here(id);
      if (room) state.update({ room: { ...room, closed: true, closedAt } });
    }),
  ];
}
