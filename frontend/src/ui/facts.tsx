import type { ReactNode } from 'react';

/** Values by their labels. */
export type Rows = Readonly<Record<string, ReactNode>>;

interface FactsProps {
  readonly rows: Rows;
  /** The looks of a label together with its value, and of each. */
  readonly line?: string;
  readonly label?: string;
  readonly value?: string;
}

/** The entries of a list of descriptions, by default labels above their values. What has no value is left out. */
export const Facts = ({
  rows,
  line = 'min-w-0',
  label = 'text-fg-subtle text-micro',
  value = 'break-words',
}: FactsProps) =>
  Object.entries(rows)
    .filter(([, content]) => content !== undefined && content !== null && content !== false)
    .map(([name, content]) => (
      <div key={name} className={line}>
        <dt className={label}>{name}</dt>
        <dd className={value}>{content}</dd>
      </div>
    ));
