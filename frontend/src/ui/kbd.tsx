import type { ReactNode } from 'react';
import { classes } from './class-names.ts';

export function Kbd({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return (
    <kbd
      className={classes(
        'inline-grid h-[18px] min-w-[18px] place-items-center rounded-xs border border-line-strong px-1 font-sans text-[0.75rem] leading-none font-strong',
        className,
      )}
    >
      {children}
    </kbd>
  );
}

/** The key that goes with K for the command menu. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
