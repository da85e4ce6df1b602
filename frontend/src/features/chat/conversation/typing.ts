import type { ChatRole } from '@matgyo/contracts/endpoints/chat-views';

/** There is no event for the end of typing. */
const typingLastsMs = 4_000;

export interface Typist {
  readonly sender: string;
  readonly role: ChatRole;
}

/** Tracks who is typing, by nickname. */
export function trackTyping(onChange: (typists: readonly Typist[]) => void) {
  const typists = new Map<string, Typist & { readonly timer: ReturnType<typeof setTimeout> }>();
  const change = () => onChange([...typists.values()]);
  const stop = (nickname: string): void => {
    clearTimeout(typists.get(nickname)?.timer);
    if (typists.delete(nickname)) change();
  };
  return {
    start: ({ sender, role }: Typist): void => {
      clearTimeout(typists.get(sender)?.timer);
      typists.set(sender, { sender, role, timer: setTimeout(() => stop(sender), typingLastsMs) });
      change();
    },
    stop,
    close: () => {
      for (const { timer } of typists.values()) clearTimeout(timer);
    },
  };
}
