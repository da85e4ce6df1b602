import type { SignUpForm } from './sign-up-form.ts';

const key = 'sign-up';

/** Survives a reload in this tab. Passwords are never written down. */
export type Draft = Omit<SignUpForm, 'password' | 'confirmPassword'>;

export function readDraft(): Partial<Draft> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(Object.entries(stored).filter(([, value]) => typeof value === 'string'));
  } catch {
    return {};
  }
}

export function writeDraft({ password: _password, confirmPassword: _confirm, ...draft }: SignUpForm): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    // Without storage the draft lasts as long as the page.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // It was never written.
  }
}
