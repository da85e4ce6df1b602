/** There is no event for the end of typing. */
const typingLastsMs = 4_000;

/** Tracks who is typing; `onChange` gets the nicknames. */
export function trackTyping(onChange: (nicknames: readonly string[]) => void) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const change = () => onChange([...timers.keys()]);
  const stop = (nickname: string): void => {
    clearTimeout(timers.get(nickname));
    if (timers.delete(nickname)) change();
  };
  return {
    start: (nickname: string): void => {
      clearTimeout(timers.get(nickname));
      timers.set(
        nickname,
        setTimeout(() => stop(nickname), typingLastsMs),
      );
      change();
    },
    stop,
    close: () => {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
