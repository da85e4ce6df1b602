import { statementLengthMax } from '@matgyo/contracts/cases';
import type { Ref } from 'react';
import { useTexts } from '../i18n/index.ts';
import { classes } from './class-names.ts';
import { FieldError } from './field.tsx';

interface StatementFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: string | undefined;
  readonly rows?: number;
  readonly lengthMax?: number;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

export function StatementField(props: StatementFieldProps) {
  const { id, label, value, onChange, error, rows = 5, lengthMax = statementLengthMax, ref } = props;
  const { formatCount } = useTexts();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-fg-muted text-small font-medium">
        {label}
      </label>
      <textarea
        ref={ref}
        id={id}
        rows={rows}
        maxLength={lengthMax}
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={`${id}-error ${id}-length`}
        onChange={(event) => onChange(event.target.value)}
        className={classes(
          'w-full scroll-my-28 resize-y rounded-md border bg-canvas px-3 py-2.5 outline-offset-[-1px]',
          error === undefined ? 'border-line-strong' : 'border-danger',
        )}
      />
      <div className="flex justify-between gap-3">
        <FieldError id={id} error={error} />
        <p id={`${id}-length`} className="ml-auto text-fg-subtle text-micro">
          {formatCount(value.length)} / {formatCount(lengthMax)}
        </p>
      </div>
    </div>
  );
}
