import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { useDismissal } from './use-dismissal.ts';

interface ConfirmProps {
  readonly open: boolean;
  readonly title: string;
  readonly children: ReactNode;
  /** The action, never 'OK'. */
  readonly confirmLabel: string;
  /** The other button's, if it does not say that nothing is done; null if there is no choice. */
  readonly cancelLabel?: string | null | undefined;
  readonly danger?: boolean;
  readonly busy?: boolean | undefined;
  /** What is asked about is loading: it can be cancelled, but not confirmed. */
  readonly loading?: boolean;
  /** Opened deliberately by key: Enter confirms. Otherwise the cancel button has the focus. */
  readonly ready?: boolean;
  /** The element that gets the focus on closing; null: none. By default the previous one. */
  readonly returnTo?: (() => HTMLElement | null) | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Asks once more before something that cannot be taken back. A press outside is no answer. */
export function Confirm(props: ConfirmProps) {
  const { t } = useTexts();
  const { open, title, children, confirmLabel, cancelLabel = t('dismiss') } = props;
  const { danger, busy, loading, ready, returnTo, onConfirm, onCancel } = props;
  const confirm = useRef<HTMLButtonElement>(null);
  const dismissal = useDismissal(open, () => {
    if (busy !== true) onCancel();
  });
  return (
    <AlertDialog.Root open={open} onOpenChange={dismissal}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop
          forceRender
          className="fixed inset-0 z-50 bg-scrim transition-opacity duration-base data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <AlertDialog.Popup
          {...(ready === true && { initialFocus: confirm })}
          {...(returnTo !== undefined && { finalFocus: () => returnTo() ?? false })}
          className="fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2.5rem)] w-[min(26rem,calc(100vw-2.5rem))] -translate-x-1/2 -translate-y-1/2 flex-col overflow-y-auto rounded-xl bg-raised p-6 shadow-dialog outline-none transition-[opacity,scale] duration-base ease-out-soft data-ending-style:scale-[0.98] data-starting-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <AlertDialog.Title className="text-heading">{title}</AlertDialog.Title>
          {/* Scrolls in a low window, up to the buttons, so that a line cut off there shows that there is more. */}
          <AlertDialog.Description
            render={<div />}
            className="-mx-2 mt-2 min-h-12 scroll-pb-4 overflow-y-auto px-2 pb-6 text-fg-muted"
          >
            {children}
          </AlertDialog.Description>
          <div className="flex flex-none justify-end gap-2 max-md:flex-col-reverse">
            {cancelLabel !== null && (
              <AlertDialog.Close render={<Button variant="secondary" off={busy} />}>
                {cancelLabel}
              </AlertDialog.Close>
            )}
            <Button
              ref={confirm}
              variant={danger === true ? 'danger' : 'primary'}
              busy={busy || loading}
              // The second click of a double click on what opened the question may hit this button.
              onClick={({ detail }) => detail < 2 && onConfirm()}
              // With a long nickname it takes two lines: it says what it does to the end.
              className="whitespace-normal! py-1"
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
