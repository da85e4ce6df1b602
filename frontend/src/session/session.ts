import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from './storage.ts';
import { decodeToken } from './token.ts';

/** The signed-in member, from the stored token. */
export interface Session {
  readonly token: string;
  readonly memberId: string;
  readonly nickname: string;
  readonly admin: boolean;
  readonly manager: boolean;
  readonly expiresAtMs: number;
}

/**
 * Why there is no session any more; what comes next differs. `expired`: the token's own time is over, `refused`: the
 * server said so, wherever that was; `idle`: it said so because nothing was done for too long.
 */
export type SessionEnd = 'signed-out' | 'expired' | 'refused' | 'idle';

/** setTimeout counts in 32 bits; a longer wait would fire at once. */
const longestTimerMs = 2 ** 31 - 1;

const listeners = new Set<() => void>();
let session = sessionFrom(readStored('token'));
let ended: SessionEnd | undefined;
let landing: string | undefined;
let expiry: ReturnType<typeof setTimeout> | undefined;

function sessionFrom(token: string | null): Session | undefined {
  const claims = token === null ? undefined : decodeToken(token);
  if (token === null || claims === undefined) return undefined;
  const expiresAtMs = claims.exp * 1000;
  if (expiresAtMs <= Date.now()) return undefined;
  return {
    token,
    memberId: claims.sub,
    nickname: claims.nickname,
    admin: claims.admin === true,
    manager: claims.manager === true,
    expiresAtMs,
  };
}

function become(next: Session | undefined): void {
  clearTimeout(expiry);
  session = next;
  if (next !== undefined) {
    const waitMs = Math.min(next.expiresAtMs - Date.now(), longestTimerMs);
    expiry = setTimeout(() => endSession('expired'), waitMs);
  }
  for (const listener of listeners) listener();
}

/** Keeps the token and whose it is under the specification's keys, and nothing else of the member. `leadsTo`: before where one wanted to go. */
export function startSession(token: string, user: { readonly _id: string }, leadsTo?: string): void {
  landing = leadsTo;
  writeStored('token', token);
  writeStored('user', JSON.stringify({ _id: user._id }));
  writeStored('isLoggedIn', 'true');
  ended = undefined;
  become(sessionFrom(token));
}

/** The same session, perhaps with other roles in its token; with the same ones nothing changes. */
export function renewToken(token: string): void {
  const next = sessionFrom(token);
  if (next?.admin === session?.admin && next?.manager === session?.manager) return;
  landing = undefined;
  writeStored('token', token);
  become(next);
}

function forgetStored(): void {
  for (const key of ['token', 'user', 'isLoggedIn'] as const) writeStored(key, null);
}

/** Forgets it everywhere in this browser. */
export function endSession(why: SessionEnd): void {
  forgetStored();
  ended = why;
  become(undefined);
}

/** Where signing in led, if not where one wanted to go. */
export const sessionLanding = (): string | undefined => landing;

export const currentSession = (): Session | undefined => session;
export const sessionEnd = (): SessionEnd | undefined => ended;

/** Calls back on every sign-in and sign-out, in this tab or another. */
export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Follows sign-ins and sign-outs of other tabs, and the token's own end. Call once, at start. */
export function watchSession(): void {
  // A stored token that is no longer good leaves with its two companions; so do they where it is missing.
  if (session === undefined && readStored('token') !== null) endSession('expired');
  else if (session === undefined) forgetStored();
  else become(session);
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'token' && key !== null) return;
    if (newValue === null) {
      forgetStored();
      ended = 'signed-out';
    }
    become(sessionFrom(newValue));
  });
}

export const useSession = (): Session | undefined => useSyncExternalStore(subscribeSession, currentSession);
