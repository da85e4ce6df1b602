import { Check, Copy, type LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { IconButton } from './button.tsx';
import { toast } from './toast.ts';

const tickStaysMs = 1500;

/** Copies text to the clipboard, also on plain http, where the clipboard API is missing. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'sr-only';
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}

interface Look {
  readonly text: string;
  readonly className?: string | undefined;
  /** Distinguishes two buttons side by side. */
  readonly icon?: LucideIcon;
}

/** What is copied, or the button's label and the message after copying. */
type Labels =
  | { readonly what: string; readonly label?: string; readonly done?: never }
  | { readonly what?: never; readonly label: string; readonly done: string };

export function CopyButton({ text, what = '', label, done, className, icon = Copy }: Look & Labels) {
  const { t } = useTexts();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), tickStaysMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const ok = await copyText(text);
    setCopied(ok);
    toast(
      ok
        ? { kind: 'done', text: done ?? t('copy.done', { what }) }
        : { kind: 'failed', text: t('copy.failed') },
    );
  };
  const Icon = copied ? Check : icon;
  return (
    <IconButton small label={label ?? t('copy.what', { what })} onClick={copy} className={className}>
      <Icon size={16} className={copied ? 'text-accent' : undefined} />
    </IconButton>
  );
}

interface CopyOrderIdProps {
  readonly id: string;
  readonly code: string;
  readonly className?: string;
}

export function CopyOrderId({ id, code, className }: CopyOrderIdProps) {
  const { t } = useTexts();
  return (
    <CopyButton
      text={id}
      label={t('order.copyId', { code })}
      done={t('order.idCopied')}
      className={className}
    />
  );
}
