import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { onDemandDialog } from './on-demand.tsx';

const Confirm = onDemandDialog(async () => ({ default: (await import('./confirm.tsx')).Confirm }));

interface ConfirmButtonProps extends Omit<ComponentProps<typeof Button>, 'title' | 'children' | 'onClick'> {
  /** What it does: on the button, and unless `confirmLabel` says more, on the one that confirms it. */
  readonly label: string;
  readonly confirmLabel?: string;
  readonly title: string;
  readonly text: ReactNode;
  readonly cancelLabel?: string;
  readonly danger?: boolean;
  readonly onConfirm: (close: () => void) => void;
}

/** A button for what cannot be taken back, which is asked once more. The dialog is loaded with the first question. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const {
    label,
    confirmLabel = label,
    title,
    text,
    cancelLabel,
    danger = true,
    onConfirm,
    ...button
  } = props;
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button {...button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Confirm
        open={isOpen}
        danger={danger}
        busy={button.busy}
        title={title}
        confirmLabel={confirmLabel}
        cancelLabel={cancelLabel}
        onConfirm={() => onConfirm(close)}
        onCancel={close}
      >
        {text}
      </Confirm>
    </>
  );
}
