import { ChevronDown } from 'lucide-react';
import { Button } from './button.tsx';
import { classes } from './class-names.ts';

interface DetailsButtonProps {
  readonly text: string;
  /** Names the row as well. */
  readonly label: string;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly className?: string;
}

/** Opens and closes the details below a row of a table. */
export function DetailsButton({ text, label, open, onToggle, className }: DetailsButtonProps) {
  return (
    <Button
      size="small"
      variant="quiet"
      // Above a row's link, which on a phone covers the row.
      className={classes('relative -my-1 align-middle', className)}
      aria-expanded={open}
      aria-label={label}
      onClick={onToggle}
    >
      {text}
      <ChevronDown
        size={16}
        className={classes('transition-transform duration-fast', open && 'rotate-180')}
      />
    </Button>
  );
}
