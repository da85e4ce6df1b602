import { currentSession, sessionEnd, subscribeSession } from './session.ts';
import { ofTab, readFrom, writeTo } from './storage.ts';

/*
 * Unsent text of a signed-in member, so that an expired session or a reload loses nothing. It stays in this tab, is
 * returned to the same member only, and is deleted at sign-out. Never a password.
 */

const prefix = 'draft:';
const keyOf = (name: string): string => `${prefix}${currentSession()?.memberId ?? ''}:${name}`;

/** '' if there is none, or if the browser blocks storage. */
export const readDraft = (name: string): string => readFrom(ofTab, keyOf(name)) ?? '';

/** '' deletes the draft. */
export function writeDraft(name: string, text: string): void {
  // A closing form may still report a change after sign-out.
  if (currentSession() !== undefined) writeTo(ofTab, keyOf(name), text === '' ? null : text);
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
