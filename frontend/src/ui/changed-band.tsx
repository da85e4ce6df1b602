import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../i18n/index.ts';
import { classes } from './class-names.ts';

export interface Change {
  readonly label: string;
  readonly before: ReactNode;
  readonly now: ReactNode;
}

interface ChangedBandProps {
  /** Who did it, if known. `staff`: an admin or manager; managers do not see their names. */
  readonly by: string | undefined;
  readonly staff?: boolean;
  readonly changes: readonly Change[];
  /** What that means for the pending action. */
  readonly text?: string | undefined;
  readonly action?: { readonly label: string; readonly run: () => void };
  /** In a dialog it takes the focus, so that Enter does not confirm the outdated state. */
  readonly takesFocus?: boolean;
  readonly className?: string;
}

/** Shows what has changed since the user looked: the old value struck through, and the new one. */
export function ChangedBand(props: ChangedBandProps) {
  const { by, staff, changes, text, action, takesFocus, className } = props;
  const { t } = useTexts();
  const band = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus === true) band.current?.focus();
  }, [takesFocus]);
  return (
    <div
      ref={band}
      role="alert"
      tabIndex={-1}
      className={classes(
        'flex animate-enter items-start gap-2.5 bg-notice px-4 py-3 text-on-notice text-small outline-none',
        className,
      )}
    >
      <RefreshCw size={18} strokeWidth={1.8} className="mt-px" />
      <div className="min-w-0 flex-auto">
        <p className="font-strong">
          {staff === true
            ? t('changed.titleByStaff')
            : by === undefined
              ? t('changed.title')
              : t('changed.titleBy', { nickname: by })}
        </p>
        {changes.length > 0 && (
          <dl>
            {changes.map(({ label, before, now }) => (
              <div key={label} className="flex flex-wrap gap-x-2">
                <dt className="text-on-notice-muted">{label}</dt>
                <dd>
                  <del className="text-on-notice-muted">
                    <span className="sr-only">{t('label.before')} </span>
                    {before}
                  </del>{' '}
                  <span aria-hidden="true">→</span>{' '}
                  <ins className="font-strong no-underline">
                    <span className="sr-only">{t('label.now')} </span>
                    {now}
                  </ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {text !== undefined && <p className="text-on-notice-muted">{text}</p>}
      </div>
      {action !== undefined && (
        <button
          type="button"
          onClick={action.run}
          className="tap-target flex-none whitespace-nowrap rounded-[8px] px-2.5 py-1.5 font-strong inset-ring inset-ring-on-notice-muted"
        >
          {action.label}
        </button>
      )}
    </div>
  );
}
