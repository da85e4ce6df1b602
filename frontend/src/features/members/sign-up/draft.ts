import { ofTab, readFrom, readStored, writeStored, writeTo } from '../../../session/storage.ts';
import type { SignUpForm } from './sign-up-form.ts';

const key = 'sign-up';
const verifiedKey = 'sign-up-phone';

/** Survives a reload in this tab. Passwords are never written down. */
export type Draft = Omit<SignUpForm, 'password' | 'confirmPassword'>;

export function readDraft(): Partial<Draft> {
  try {
    const stored: unknown = JSON.parse(readFrom(ofTab, key) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}

export function writeDraft({ password: _password, confirmPassword: _confirm, ...draft }: SignUpForm): void {
  writeTo(ofTab, key, JSON.stringify(draft));
}

export function forgetDraft(): void {
  writeTo(ofTab, key, null);
  writeVerifiedPhone(undefined);
}

/** The number whose verification is done, so that a reload does not ask for another code. */
export function readVerifiedPhone(): string | undefined {
  const flag = readStored('verified');
  if (flag === null) return undefined;
  // Earlier versions stored the number.
  if (flag !== 'true') writeVerifiedPhone(flag);
  return readFrom(ofTab, verifiedKey) ?? undefined;
}

/**
 * The number is kept for this tab. Local storage, which the next person at this computer shares, has only the
 * specification's flag.
 */
export function writeVerifiedPhone(phone: string | undefined): void {
  writeStored('verified', phone === undefined ? null : 'true');
  writeTo(ofTab, verifiedKey, phone ?? null);
}
