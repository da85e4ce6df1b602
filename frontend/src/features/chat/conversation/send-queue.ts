import type { ChatMessageView } from '@matgyo/contracts/endpoints/chat-views';
import { newUuid } from '../../../api/call.ts';
import { pollEveryMs } from '../../../api/queries.ts';
import { isSocketUp } from '../../../realtime/socket.ts';
import { readDraft, writeDraft } from '../../../session/draft.ts';
import { subscribeSession } from '../../../session/session.ts';
import type { ConversationState } from './conversation-state.ts';
import { isWaiting, type Outgoing } from './messages.ts';
import { refusalOf, sendMessage } from './requests.ts';

/** Unsent messages by room id, until the session ends. */
const unsentByRoom = new Map<string, readonly Outgoing[]>();
subscribeSession(() => unsentByRoom.clear());

export const unsentOf = (roomId: string): readonly Outgoing[] =>
  unsentByRoom.get(roomId) ?? readTexts(roomId);

const draftOf = (roomId: string): string => `unsent:${roomId}`;
const unacknowledged = { image: undefined, state: 'failed', progress: 0, refusal: undefined } as const;

/**
 * Keeps unsent messages for the next visit of their room. Their texts outlast a reload: a phone may discard a tab in
 * the background, and the room has promised to send them.
 */
function keepUnsent(roomId: string, outgoing: readonly Outgoing[]): void {
  unsentByRoom.set(
    roomId,
    outgoing.map((message) => ({ ...message, state: 'failed', progress: 0 })),
  );
  const texts = outgoing
    .filter(({ image }) => image === undefined)
    .map(({ clientId, content, refusal }) => ({ clientId, content, refusal }));
  writeDraft(draftOf(roomId), texts.length === 0 ? '' : JSON.stringify(texts));
}

function readTexts(roomId: string): readonly Outgoing[] {
  const stored = readDraft(draftOf(roomId));
  if (stored === '') return [];
  const texts: readonly Pick<Outgoing, 'clientId' | 'content' | 'refusal'>[] = JSON.parse(stored);
  return texts.map((text) => ({ ...unacknowledged, ...text }));
}

/** Sends the user's messages one after the other, so that they arrive in the order in which they were written. */
export function createSendQueue(state: ConversationState, onStored: (message: ChatMessageView) => void) {
  let sending: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  let kept = state.now().outgoing;
  state.watch(() => {
    const { room, outgoing } = state.now();
    if (room === undefined || outgoing === kept) return;
    kept = outgoing;
    keepUnsent(room._id, outgoing);
  });

  const find = (clientId: string) => state.now().outgoing.find((each) => each.clientId === clientId);
  const change = (clientId: string, values: Partial<Outgoing>) =>
    state.update({
      outgoing: state
        .now()
        .outgoing.map((each) => (each.clientId === clientId ? { ...each, ...values } : each)),
    });

  function enqueue(clientId: string): void {
    sending = sending.then(() => deliver(clientId));
  }

  async function deliver(clientId: string): Promise<void> {
    const message = find(clientId);
    const { room, outgoing } = state.now();
    if (state.isClosed() || message === undefined || room === undefined || message.state !== 'sending')
      return;
    // Earlier messages that could not be sent go first.
    if (outgoing.slice(0, outgoing.indexOf(message)).some(isWaiting))
      return change(clientId, { state: 'failed', refusal: undefined });
    try {
      const reply = await sendMessage(room._id, message, (progress) => change(clientId, { progress }));
      if (reply.ok) {
        onStored(reply.message);
        // A message that is stored after its room was left is not sent again, nor listed as unsent.
        if (state.isClosed())
          keepUnsent(
            room._id,
            unsentOf(room._id).filter((each) => each.clientId !== clientId),
          );
      } else change(clientId, { state: 'failed', refusal: refusalOf(reply) });
    } catch (error) {
      change(clientId, { state: 'failed', refusal: refusalOf(error) });
    }
    if (!isSocketUp() || !state.now().outgoing.some(isWaiting)) return;
    clearTimeout(timer);
    timer = setTimeout(resend, pollEveryMs);
  }

  function resend(): void {
    for (const { clientId } of state.now().outgoing.filter(isWaiting)) {
      change(clientId, { state: 'sending', progress: 0 });
      enqueue(clientId);
    }
  }

  return {
    send: (content: string, image?: Blob): void => {
      const message: Outgoing = { ...unacknowledged, clientId: newUuid(), content, image, state: 'sending' };
      state.update({ outgoing: [...state.now().outgoing, message], unread: undefined });
      resend();
      enqueue(message.clientId);
    },
    /** Sends again whatever got no answer. */
    resend,
    retry: (clientId: string): void => {
      resend();
      if (find(clientId)?.state !== 'failed') return;
      change(clientId, { state: 'sending', progress: 0 });
      enqueue(clientId);
    },
    discard: (clientId: string) =>
      state.update({ outgoing: state.now().outgoing.filter((each) => each.clientId !== clientId) }),
    close: () => clearTimeout(timer),
  };
}
