/** The outcome of an action. */
export interface ToastMessage {
  readonly kind: 'done' | 'failed';
  readonly text: string;
  /** How long it is shown, if not the default. */
  readonly stayMs?: number;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

type Show = (message: ToastMessage) => void;

/** Messages before the toaster is loaded, which the first message triggers. Older ones are dropped. */
const waiting: ToastMessage[] = [];
const waitingMax = 5;
let show: Show | undefined;
let wanted: (() => void) | undefined;

/** Shows an outcome only: a field's error is shown at the field, a failed load in its place. */
export function toast(message: ToastMessage): void {
  if (show !== undefined) {
    show(message);
    return;
  }
  waiting.push(message);
  if (waiting.length > waitingMax) waiting.shift();
  wanted?.();
}

/** Called once at start; `load` runs when the first message comes. */
export function onFirstToast(load: () => void): void {
  wanted = load;
  if (waiting.length > 0) load();
}

/** Called by the toaster once it is loaded. */
export function attachToasts(next: Show): () => void {
  show = next;
  for (const message of waiting.splice(0)) next(message);
  return () => {
    show = undefined;
  };
}
