import { readDraft, writeDraft } from '../../../session/draft.ts';
import type { ConversationState } from './conversation-state.ts';
import type { Outgoing } from './messages.ts';

/*
 * The texts of unsent messages outlast a reload: a phone may discard a tab in the background, and the room has
 * promised to send them. Images are not kept.
 */

const draftOf = (roomId: string): string => `unsent:${roomId}`;

export function readTexts(roomId: string): readonly Outgoing[] {
  const stored = readDraft(draftOf(roomId));
  if (stored === '') return [];
  const texts: readonly Pick<Outgoing, 'clientId' | 'content'>[] = JSON.parse(stored);
  return texts.map((text) => ({
    ...text,
    image: undefined,
    state: 'failed',
    progress: 0,
    refusal: undefined,
  }));
}

/** Writes them down at each change, until the room is left. */
export function keepTexts(state: ConversationState): void {
  let written = state.now().outgoing;
  state.watch(() => {
    const { room, outgoing } = state.now();
    if (room === undefined || outgoing === written) return;
    written = outgoing;
    const texts = outgoing
      .filter(({ image }) => image === undefined)
      .map(({ clientId, content }) => ({ clientId, content }));
    writeDraft(draftOf(room._id), texts.length === 0 ? '' : JSON.stringify(texts));
  });
}
