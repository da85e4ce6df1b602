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

interface CopyButtonProps {
  readonly text: string;
  /** The button's label. */
  readonly label: string;
  /** The message after copying. */
  readonly done: string;
  readonly className?: string;
  /** Distinguishes two buttons side by side. */
  readonly icon?: LucideIcon;
}

export function CopyButton({ text, label, done, className, icon = Copy }: CopyButtonProps) {
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
    toast(ok ? { kind: 'done', text: done } : { kind: 'failed', text: t('copy.failed') });
  };
  const Icon = copied ? Check : icon;
  return (
    <IconButton small label={label} onClick={copy} className={className}>
      <Icon size={16} strokeWidth={1.6} className={copied ? 'text-accent' : undefined} />
    </IconButton>
  );
}
