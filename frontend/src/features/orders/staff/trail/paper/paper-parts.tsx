import type { ComponentProps, ReactNode } from 'react';
import { dateInKorea, secondsInKorea } from '../../../../../format/date-time.ts';
import { useTexts } from '../../../../../i18n/index.ts';
import { classes } from '../../../../../ui/class-names.ts';
import { Facts, type Rows } from '../../../../../ui/facts.tsx';
import { Status } from '../../../../../ui/status.tsx';

export function PaperSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mt-5">
      <h3 className="mb-1.5 break-after-avoid border-current border-b pb-1 text-[0.8125rem] leading-5 font-strong">
        {title}
      </h3>
      {children}
    </section>
  );
}

export const PaperFacts = ({ rows }: { readonly rows: Rows }) => (
  <Facts
    rows={rows}
    line="flex break-inside-avoid gap-3 py-px"
    label="w-32 flex-none first-letter:uppercase"
    value="min-w-0 font-medium"
  />
);

/** A hash, a key, an ID. */
export const Mono = ({ children }: { readonly children: ReactNode }) => (
  <span className="break-all font-mono">{children}</span>
);

interface PaperTableProps {
  readonly title: string;
  /** Above the table. */
  readonly intro?: ReactNode;
  readonly heads: readonly string[];
  readonly widths: readonly string[];
  /** One `tbody` for each part that must not be split over pages. */
  readonly children: ReactNode;
}

/** A section with a table whose head is repeated on each page. */
export function PaperTable({ title, intro, heads, widths, children }: PaperTableProps) {
  return (
    <PaperSection title={title}>
      {intro}
      <table className="w-full table-fixed border-collapse [&>tbody:first-of-type]:break-before-avoid [&>thead]:break-after-avoid">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th
                key={head}
                scope="col"
                className={classes(
                  'border-line-strong border-b pr-2 pb-0.5 text-left font-medium first-letter:uppercase',
                  widths[index],
                )}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </PaperSection>
  );
}

/** Rows that stay on one page. */
export const Together = ({ children }: { readonly children: ReactNode }) => (
  <tbody className="break-inside-avoid border-line border-b [&_td]:pt-1 [&_td]:pr-2 [&_td]:pb-0.5 [&_td]:align-top">
    {children}
  </tbody>
);

export const dayAndTime = (at: string): string => `${dateInKorea(at)} ${secondsInKorea(at)}`;

export const PaperTime = ({ at }: { readonly at: string }) => (
  <td>
    {dateInKorea(at)}
    <br />
    {secondsInKorea(at)}
  </td>
);

/** Text among hashes, whose font lacks Korean letters. */
export const Word = ({ children }: { readonly children: ReactNode }) => (
  <span className="font-sans">{children}</span>
);

export function VerdictMark({ verdict }: { readonly verdict: boolean | undefined }) {
  const { t } = useTexts();
  if (verdict === undefined) return t('caseFile.notChecked');
  return verdict ? `✓ ${t('caseFile.holds')}` : `✗ ${t('caseFile.doesNotHold')}`;
}

export const PaperStatus = (status: ComponentProps<typeof Status>) => (
  <strong className="font-strong [&_*]:leading-4 [&_*]:text-[length:inherit] [&_svg]:hidden">
    <Status {...status} />
  </strong>
);
