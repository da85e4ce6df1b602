import { makeListeners } from './listeners.ts';
import { serverNow } from './server-clock.ts';
import { readStored, writeStored } from './storage.ts';

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
 * Why the session ended: `expired`: the token has expired, `refused`: the server refused it, `idle`: the server ended
 * it for inactivity.
 */
export type SessionEnd = 'signed-out' | 'expired' | 'refused' | 'idle';

/** setTimeout takes 32 bits; a longer delay would fire at once. */
const timerMsMax = 2 ** 31 - 1;

const listeners = makeListeners();
let session = sessionFrom(readStored('token'));
let ended: SessionEnd | undefined;
let landing: string | undefined;
let expiry: ReturnType<typeof setTimeout> | undefined;

function sessionFrom(token: string | null): Session | undefined {
  const claims = token === null ? undefined : decodeToken(token);
  if (token === null || claims === undefined) return undefined;
  const expiresAtMs = claims.exp * 1000;
  if (expiresAtMs <= serverNow()) return undefined;
  return {
    token,
    memberId: claims.sub,
    nickname: claims.nickname,
    admin: claims.admin === true,
    manager: claims.manager === true,
    expiresAtMs,
  };
}

function setSession(next: Session | undefined): void {
  clearTimeout(expiry);
  session = next;
  if (next !== undefined) {
    const waitMs = Math.min(next.expiresAtMs - serverNow(), timerMsMax);
    expiry = setTimeout(() => endSession('expired'), waitMs);
  }
  listeners.notify();
}

/**
 * Stores the token and the member's id under the specification's keys, and no other member data. `leadsTo` is a page to
 * visit before the requested one.
 */
export function startSession(token: string, user: { readonly _id: string }, leadsTo?: string): void {
  landing = leadsTo;
  writeStored('token', token);
  writeStored('user', JSON.stringify({ _id: user._id }));
  writeStored('isLoggedIn', 'true');
  ended = undefined;
  setSession(sessionFrom(token));
}

/** Replaces the token, perhaps with other roles; with the same ones nothing changes. */
export function renewToken(token: string): void {
  const next = sessionFrom(token);
  if (next?.admin === session?.admin && next?.manager === session?.manager) return;
  landing = undefined;
  writeStored('token', token);
  setSession(next);
}

function forgetStored(): void {
  for (const key of ['token', 'user', 'isLoggedIn'] as const) writeStored(key, null);
}

/** Ends the session in all tabs, which read why: only signing out deletes their drafts. */
export function endSession(why: SessionEnd): void {
  const stored = sessionFrom(readStored('token'));
  // It ended here alone: another tab has signed in again since.
  if (why !== 'signed-out' && stored !== undefined && stored.token !== session?.token) {
    followStored();
    return;
  }
  writeStored('sessionEnd', why);
  forgetStored();
  ended = why;
  setSession(undefined);
}

/** Takes over the session that another tab began, or its end. */
function followStored(): void {
  const stored = sessionFrom(readStored('token'));
  if (stored?.token === session?.token) return;
  const isOver = session !== undefined && session.memberId !== stored?.memberId;
  if (isOver) ended = (readStored('sessionEnd') as SessionEnd | null) ?? 'signed-out';
  if (stored === undefined) forgetStored();
  setSession(isOver ? undefined : stored);
  // What the member before has typed or seen may still be on screen.
  if (isOver && stored !== undefined) location.reload();
}

/** The page to visit after sign-in instead of the requested one. */
export const sessionLanding = (): string | undefined => landing;

export const currentSession = (): Session | undefined => session;
export const sessionEnd = (): SessionEnd | undefined => ended;

/** Calls back on every sign-in and sign-out, in this tab or another. */
export const subscribeSession = listeners.subscribe;

/** Follows sign-ins and sign-outs in other tabs, and the token's expiry. Call once, at start. */
export function watchSession(): void {
  // An expired token is removed with its companion values; so are these without a token.
  if (session === undefined && readStored('token') !== null) endSession('expired');
  else if (session === undefined) forgetStored();
  else setSession(session);
  window.addEventListener('storage', ({ key }) => {
    if (key === 'token' || key === null) followStored();
  });
  // A page in the back/forward cache gets no events.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) followStored();
  });
}

export const useSession = (): Session | undefined => listeners.useValue(currentSession);

/** The claims this client reads. It does not verify the signature: the server decides. */
interface TokenClaims extends Pick<Session, 'nickname' | 'admin' | 'manager'> {
  readonly sub: string;
  /** Seconds since 1970. */
  readonly exp: number;
}

function decodeToken(token: string): TokenClaims | undefined {
  const segment = token.split('.')[1];
  if (segment === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytesOf(segment)));
    return isClaims(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}

export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function isClaims(value: unknown): value is TokenClaims {
  if (typeof value !== 'object' || value === null) return false;
  const claims = value as Record<string, unknown>;
  return typeof claims['exp'] === 'number' && typeof claims['sub'] === 'string';
}
