import { ofTab, readFrom, writeTo } from '../../../session/storage.ts';
import type { SignUpForm } from './sign-up-form.ts';

const key = 'sign-up';

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

export const forgetDraft = (): void => writeTo(ofTab, key, null);
