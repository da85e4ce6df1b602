import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { classes } from '../../ui/class-names.ts';
import { BackLink } from '../../ui/detail-page.tsx';
import { LoadMore } from '../../ui/paged.tsx';
import { NotLoaded } from '../../ui/placeholder.tsx';
import { StaffPage } from '../../ui/staff-page.tsx';
import { Table, TableSkeleton } from '../../ui/table.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { AsOfField, useFaultText } from './as-of-field.tsx';
import { asOfParts, faultsOfPoints, readAsOfPoints } from './as-of-text.ts';
import { Fingerprint } from './fingerprint.tsx';

interface Comparison {
  readonly before: { readonly asOf: string | null };
  readonly after: { readonly asOf: string | null };
  readonly items: readonly unknown[];
  readonly sha256: string;
  readonly feeRules: readonly string[];
  readonly projectionVersion: number;
}

interface ComparisonPageProps<Compared extends Comparison> {
  readonly title: string;
  readonly back: { readonly path: string; readonly label: string };
  readonly form: ReturnType<typeof useAsOfPoints>;
  readonly comparison: UseInfiniteQueryResult<InfiniteData<Compared>>;
  /** Of what the figures are, if not of everything. */
  readonly scope?: string | undefined;
  readonly figures: (first: Compared) => readonly Figure[];
  readonly between: (items: readonly Compared['items'][number][]) => ReactNode;
}

/** A report at two points in time, with the trade completions between. */
export function ComparisonPage<Compared extends Comparison>(props: ComparisonPageProps<Compared>) {
  const { title, back, form, comparison, scope, figures, between } = props;
  const { t } = useTexts();
  const first = comparison.data?.pages[0];
  const items = comparison.data?.pages.flatMap((page): Compared['items'] => page.items) ?? [];
  return (
    <StaffPage
      title={title}
      intro={t('compare.intro')}
      back={<BackLink to={back.path}>{back.label}</BackLink>}
    >
      <AsOfPointsForm form={form} />
      {form.points === undefined ? (
        form.before.value === '' && <p className="mt-7 text-fg-muted">{t('compare.nothingYet')}</p>
      ) : first === undefined ? (
        <NotLoaded failed={t('compare.failed')} query={comparison}>
          <div className="mt-7">
            <TableSkeleton rows={5} columns={4} />
          </div>
        </NotLoaded>
      ) : (
        <>
          <p className="mt-5 text-fg-muted text-small empty:hidden">{scope}</p>
          <ThenAndNow comparison={first} isAfterNow={form.points.after === undefined} rows={figures(first)} />
          <TitledSection className="mt-10" title={t('compare.between')}>
            {items.length === 0 ? <p className="py-6 text-fg-muted">{t('compare.same')}</p> : between(items)}
            <LoadMore list={comparison} />
          </TitledSection>
          <Fingerprint
            title={t('compare.fingerprint')}
            sha256={first.sha256}
            asOf={first.after.asOf}
            madeBy={first}
          />
        </>
      )}
    </StaffPage>
  );
}

interface Figure {
  readonly label: string;
  readonly before: ReactNode;
  readonly after: ReactNode;
  readonly difference: ReactNode;
}

interface ThenAndNowProps {
  readonly comparison: Comparison;
  readonly isAfterNow: boolean;
  readonly rows: readonly Figure[];
}

/** On a phone, three wide figures leave no room for a name beside them: it stands above. */
const namesAbove =
  'max-md:[&_tr]:grid max-md:[&_tr]:grid-cols-3 max-md:[&_tr]:gap-x-2 max-[26rem]:[&_td]:text-micro max-md:[&_tr>*]:px-0 max-md:[&_tbody_th]:col-span-3 max-md:[&_tbody_th]:pb-0 max-md:[&_thead_th:first-child]:sr-only';

function ThenAndNow({ comparison: { before: earlier, after: later }, isAfterNow, rows }: ThenAndNowProps) {
  const { t } = useTexts();
  return (
    <div className={`mt-7 ${namesAbove}`}>
      <Table
        compact
        caption={t('compare.figures')}
        columns={[
          { head: t('compare.figure'), cell: ({ label }) => label },
          {
            head: <When label={t('compare.before')} asOf={earlier.asOf} />,
            cell: ({ before }) => before,
            className: 'text-fg-muted',
          },
          {
            head: <When label={t('compare.after')} asOf={later.asOf} isNow={isAfterNow} />,
            cell: ({ after }) => after,
          },
          { head: t('compare.difference'), cell: ({ difference }) => difference, className: 'font-strong' },
        ]}
        lines={rows}
        keyOf={({ label }) => label}
      />
    </div>
  );
}

interface WhenProps {
  readonly label: string;
  readonly asOf: string | null;
  readonly isNow?: boolean;
}

function When({ label, asOf, isNow = false }: WhenProps) {
  const { t } = useTexts();
  const point = asOf === null ? undefined : asOfParts(asOf);
  const when =
    point === undefined
      ? t('report.nothingYet')
      : isNow
        ? t('time.now')
        : point.at === undefined
          ? point.eventId.slice(0, 13)
          : dateTimeInKorea(point.at);
  return (
    <>
      {label}
      <span className="block font-regular max-md:hidden">{when}</span>
    </>
  );
}

/** Whether an event was added or removed between two points in time: sign, label and colour. */
export function ChangeMark({ change }: { readonly change: 'added' | 'removed' }) {
  const { t } = useTexts();
  const added = change === 'added';
  return (
    <span
      className={classes(
        'mr-1.5 inline-block whitespace-nowrap rounded-full px-1.5 text-micro font-medium',
        added ? 'bg-onsale-soft text-onsale' : 'bg-rejected-soft text-danger',
      )}
    >
      {added ? t('compare.added') : t('compare.removed')}
    </span>
  );
}

/** The two points in time of a comparison, from the address. */
export function useAsOfPoints() {
  const address = useAddress();
  const [before, after] = [address.read('before'), address.read('after')];
  const faultText = useFaultText();
  const faults = faultsOfPoints({ before, after });
  const fieldOf = (which: 'before' | 'after', value: string, error: string | undefined) => ({
    value,
    error,
    onWrite: (text: string) => address.type({ [which]: text }),
  });
  return {
    points: readAsOfPoints(address.read),
    before: fieldOf('before', before, before === '' ? undefined : faultText(faults.before)),
    after: fieldOf('after', after, faultText(faults.after)),
  };
}

/** Two fields for points in time; an empty later one means now. */
function AsOfPointsForm({ form }: { readonly form: ReturnType<typeof useAsOfPoints> }) {
  const { t } = useTexts();
  return (
    <form
      aria-label={t('compare.asOfPoints')}
      onSubmit={(event) => event.preventDefault()}
      className="mt-5 grid gap-3 md:max-w-[44rem] md:grid-cols-2"
    >
      <AsOfField label={t('compare.before')} hint={t('compare.beforeHint')} {...form.before} />
      <AsOfField label={t('compare.after')} {...form.after} />
    </form>
  );
}
