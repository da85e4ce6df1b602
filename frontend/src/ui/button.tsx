import { ArrowUpRight, LoaderCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { classes } from './class-names.ts';

/** One primary per view; the label names the action and its amount, if any. */
type Variant = 'primary' | 'secondary' | 'quiet' | 'danger';
type Size = 'large' | 'medium' | 'small';

interface Look {
  readonly variant?: Variant | undefined;
  readonly size?: Size | undefined;
}

const variants: Record<Variant, string> = {
  primary:
    'bg-accent text-on-accent hover:bg-accent-hover aria-disabled:bg-well aria-disabled:text-fg-subtle',
  secondary:
    'bg-well text-fg hover:bg-[color-mix(in_oklab,var(--color-well)_92%,var(--color-fg))] aria-disabled:text-fg-subtle',
  quiet: 'text-fg-muted hover:text-fg hover:bg-well',
  danger:
    'bg-rejected-soft text-danger hover:bg-[color-mix(in_oklab,var(--color-rejected-soft)_88%,var(--color-danger))]',
};

const sizes: Record<Size, string> = {
  large: 'min-h-11 px-[18px] rounded-md text-body font-strong',
  medium: 'min-h-9 px-3 rounded-[8px] text-small font-strong tap-target',
  small: 'min-h-7 px-[9px] rounded-sm text-small font-medium tap-target',
};

export function buttonClass({ variant = 'secondary', size = 'large' }: Look, className?: string): string {
  return classes(
    'inline-flex items-center justify-center gap-1.5 whitespace-nowrap leading-5 transition-colors duration-fast print:hidden forced-colors:border',
    'aria-disabled:cursor-default',
    sizes[size],
    variants[variant],
    className,
  );
}

interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'disabled'> {
  /** Pending: keeps its width and focus, and ignores clicks. */
  readonly busy?: boolean | undefined;
  /** Disabled, but focusable, so that screen readers can announce why. */
  readonly off?: boolean | undefined;
}

export function Button({
  variant,
  size,
  busy,
  off,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const idle = busy === true || off === true;
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={idle || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (idle) event.preventDefault();
        else onClick?.(event);
      }}
      className={buttonClass({ variant, size }, className)}
    >
      {busy === true && <LoaderCircle size={16} strokeWidth={2} className="animate-spin" />}
      {children}
    </button>
  );
}

interface ButtonLinkProps extends Look, ComponentProps<typeof Link> {}

export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size }, className)} />;
}

/** Opens another site in a new tab, without opener and referrer. */
export function ExternalLink({ href, children }: Pick<ComponentProps<'a'>, 'href' | 'children'>) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonClass({})}>
      {children}
      <ArrowUpRight size={16} />
    </a>
  );
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** The label, for screen readers. */
  readonly label: string;
  readonly small?: boolean;
}

export function IconButton({ label, small, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={classes(
        'inline-grid flex-none place-items-center transition-colors duration-fast hover:bg-well hover:text-fg print:hidden',
        // A finger gets as much as of the large one.
        small === true
          ? 'relative size-7 rounded-sm text-fg-subtle pointer-coarse:after:absolute pointer-coarse:after:-inset-1.5'
          : 'size-10 rounded-md text-fg-muted',
        className,
      )}
    />
  );
}
