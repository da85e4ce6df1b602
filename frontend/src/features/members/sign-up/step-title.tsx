import { useEffect, useRef } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import type { StepName } from './sign-up-form.ts';

/** Names the step, and takes focus when the step changes: a reader hears where they are now. */
export function StepTitle({ step }: { readonly step: StepName }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  const texts = {
    phone: [t('signUp.phoneTitle'), t('signUp.phoneText')],
    account: [t('signUp.accountTitle'), t('signUp.accountText')],
    person: [t('signUp.personTitle'), t('signUp.personText')],
    wallet: [t('signUp.walletTitle'), t('signUp.walletText')],
    photo: [t('signUp.photoTitle'), t('signUp.photoText')],
  } as const;
  const [title, text] = texts[step];
  return (
    <div className="mb-5">
      <h2 ref={heading} tabIndex={-1} className="text-heading outline-none">
        {title}
      </h2>
      <p className="mt-1 text-fg-muted text-small">{text}</p>
    </div>
  );
}
