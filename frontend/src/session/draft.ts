import { currentSession, sessionEnd, subscribeSession } from './session.ts';

/*
 * What a signed-in member has typed and not sent yet, so that an expired session or a reload loses nothing. It stays
 * in this tab, is handed back to the same member only, and goes when they sign out. Never a password.
 */

const prefix = 'draft:';
const keyOf = (name: string): string => `${prefix}${currentSession()?.memberId ?? ''}:${name}`;

/** An empty text when there is none, or when the browser keeps storage closed. */
export function readDraft(name: string): string {
  try {
    return sessionStorage.getItem(keyOf(name)) ?? '';
  } catch {
    return '';
  }
}

/** An empty text forgets it. */
export function writeDraft(name: string, text: string): void {
  // A form that is being closed may still report a change: it has no owner any more.
  if (currentSession() === undefined) return;
  try {
    if (text === '') sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), text);
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

function forgetDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was written.
  }
}

/** Signing out deletes drafts, so that the next user does not see them. Call once, at start. */
export const forgetDraftsAtSignOut = (): (() => void) =>
  subscribeSession(() => {
    if (currentSession() === undefined && sessionEnd() === 'signed-out') forgetDrafts();
  });
