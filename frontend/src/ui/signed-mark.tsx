import { Check, X } from 'lucide-react';
import { useTexts } from '../i18n/index.ts';

/** Whether this browser found a checkpoint's signature valid; null or undefined: not checked. */
export function SignedMark({ signed }: { readonly signed: boolean | null | undefined }) {
  const { t } = useTexts();
  if (signed == null) return null;
  const Icon = signed ? Check : X;
  return (
    <span
      className={`inline-flex items-center gap-0.5 font-medium ${signed ? 'text-accent' : 'text-danger'}`}
    >
      <Icon size={14} strokeWidth={2.2} />
      {signed ? t('audit.signed') : t('audit.notSigned')}
    </span>
  );
}
