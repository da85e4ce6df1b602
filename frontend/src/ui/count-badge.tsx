import { useTexts } from '../i18n/index.ts';
import { classes } from './class-names.ts';

interface CountBadgeProps {
  readonly count: number | undefined;
  /** What is counted, for screen readers. */
  readonly what: string;
  readonly className?: string;
}

/** A count; '10+' above ten (specification, section 9). */
export function CountBadge({ count = 0, what, className }: CountBadgeProps) {
  const { formatCount } = useTexts();
  if (count === 0) return null;
  return (
    <span
      className={classes(
        'h-[18px] min-w-[18px] rounded-full bg-accent px-[5px] text-center whitespace-nowrap text-[0.75rem] text-on-accent leading-[18px] font-[700]',
        className,
      )}
    >
      <span className="sr-only">{what} </span>
      {count > 10 ? '10+' : formatCount(count)}
    </span>
  );
}
