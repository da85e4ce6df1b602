import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useId, useRef } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button, IconButton } from './button.tsx';
import { classes } from './class-names.ts';
import { useDismissal } from './use-dismissal.ts';

/** What a dialog's user decides: whether it is open. */
export interface Opened {
  readonly open: boolean;
  /** Called on Escape, Back on Android, the close button, or a click outside. */
  readonly onClose: () => void;
}

/** Of a dialog that is taken away once it has closed. */
export interface OpenedOnce extends Opened {
  /** Called after the closing animation. */
  readonly onClosed: () => void;
}

interface DialogProps extends Opened {
  readonly title: string;
  readonly onClosed?: (() => void) | undefined;
  readonly children: ReactNode;
  /** Right-aligned buttons, the primary last. Stays in view while the body scrolls. */
  readonly footer?: ReactNode;
  /** Of a button that closes it, before those of the footer. */
  readonly closeLabel?: string;
  /** The error, above the buttons, always in view. */
  readonly failure?: ReactNode;
  readonly wide?: boolean;
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** While set, neither Escape, Back, a close button nor a click outside closes it: its command is in progress. */
  readonly blocking?: boolean | undefined;
  /** A click outside does not close it: what it shows would be lost. */
  readonly keptOutside?: boolean;
}

/** A dialog on a desktop, a sheet from below on a phone. Traps the focus, closes on Escape, restores the focus. */
export function Dialog(props: DialogProps) {
  const { open, title, onClose, onClosed, children, footer, closeLabel, failure, wide, initialFocus } = props;
  const { t } = useTexts();
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const dismissal = useDismissal(open, () => {
    if (props.blocking !== true) onClose();
  });
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={props.keptOutside}
      onOpenChange={dismissal}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed?.();
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-base data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          aria-labelledby={titleId}
          // Without a field, screen readers start with the title.
          initialFocus={initialFocus ?? heading}
          className={classes(
            'fixed z-50 flex flex-col overflow-clip bg-raised shadow-dialog outline-none',
            'transition-[translate,opacity,scale] duration-slow ease-out-soft',
            'max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[calc(100dvh-2rem)] max-md:rounded-t-xl',
            'max-md:data-ending-style:translate-y-full max-md:data-starting-style:translate-y-full',
            'md:top-1/2 md:left-1/2 md:max-h-[calc(100dvh-4rem)] md:-translate-x-1/2 md:-translate-y-1/2 md:rounded-xl',
            'md:data-ending-style:scale-[0.98] md:data-ending-style:opacity-0',
            'md:data-starting-style:scale-[0.98] md:data-starting-style:opacity-0',
            wide === true ? 'md:w-[min(53.5rem,calc(100vw-4rem))]' : 'md:w-[min(28rem,calc(100vw-4rem))]',
          )}
        >
          <span
            aria-hidden="true"
            className="mx-auto mt-2 h-1 w-9 flex-none rounded-[2px] bg-line-strong md:hidden"
          />
          <div className="flex flex-none items-center justify-between pt-5 pr-5 pb-2 pl-8 max-md:pt-2 max-md:pr-2 max-md:pb-1 max-md:pl-5">
            <h2 ref={heading} id={titleId} tabIndex={-1} className="text-title outline-none">
              {title}
            </h2>
            <Base.Close render={<IconButton label={t('close')} />}>
              <X size={20} />
            </Base.Close>
          </div>
          <div className="min-h-0 flex-auto overflow-y-auto overscroll-contain">{children}</div>
          {failure !== undefined && (
            <div className="flex-none px-8 pt-3 pb-3 has-[:empty]:hidden max-md:px-5">{failure}</div>
          )}
          {footer !== undefined && (
            <div className="flex flex-none justify-end gap-2 border-line border-t px-8 py-4 max-md:px-5 max-md:pt-3 max-md:pb-[max(1.25rem,env(safe-area-inset-bottom))]">
              {closeLabel !== undefined && (
                <Base.Close render={<Button off={props.blocking} className="max-md:px-3.5" />}>
                  {closeLabel}
                </Base.Close>
              )}
              {footer}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
