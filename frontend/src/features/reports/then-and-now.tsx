import type { ReactNode } from 'react';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { asOfParts } from './as-of-text.ts';

export interface Figure {
  readonly label: string;
  readonly before: ReactNode;
  readonly after: ReactNode;
  readonly difference: ReactNode;
}

interface ThenAndNowProps {
  readonly caption: string;
  readonly beforeAsOf: string | null;
  readonly afterAsOf: string | null;
  readonly rows: readonly Figure[];
}

/** Figures at two points in time and their differences. */
export function ThenAndNow({ caption, beforeAsOf, afterAsOf, rows }: ThenAndNowProps) {
  const { t } = useTexts();
  return (
    <div className="mt-7">
      <Table
        caption={caption}
        compact
        columns={[
          { head: t('compare.figure') },
          { head: <When label={t('compare.before')} asOf={beforeAsOf} />, numeric: true },
          { head: <When label={t('compare.after')} asOf={afterAsOf} />, numeric: true },
          { head: t('compare.difference'), numeric: true },
        ]}
      >
        {rows.map(({ label, before, after, difference }) => (
          <Row key={label} compact>
            <Cell compact head>
              {label}
            </Cell>
            <Cell compact numeric className="text-fg-muted">
              {before}
            </Cell>
            <Cell compact numeric>
              {after}
            </Cell>
            <Cell compact numeric className="font-strong">
              {difference}
            </Cell>
          </Row>
        ))}
      </Table>
    </div>
  );
}

function When({ label, asOf }: { readonly label: string; readonly asOf: string | null }) {
  const point = asOf === null ? undefined : asOfParts(asOf);
  return (
    <>
      {label}
      {point !== undefined && (
        <span className="block font-regular max-md:hidden">
          {point.at === undefined ? point.eventId.slice(0, 13) : dateTimeInKorea(point.at)}
        </span>
      )}
    </>
  );
}
