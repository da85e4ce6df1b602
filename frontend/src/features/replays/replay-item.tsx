import type { Replay } from '@matgyo/contracts/endpoints/operations';
import type { ComponentProps } from 'react';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { durationText } from '../../format/duration.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { useReadModelWord } from '../../ui/read-model-labels.ts';
import { type CompactColumn, Table } from '../../ui/table.tsx';
import type { ReplayRun } from './replay-groups.ts';
import { isUndecided, isUnderWay, type ReplayAction } from './replay-queries.ts';

const good: ReadonlySet<Replay['state']> = new Set(['swapped', 'equal', 'rolled-back']);
const bad: ReadonlySet<Replay['state']> = new Set([
  'different',
  'compared',
  'halted',
  'failed',
  'interrupted',
]);

/** How far a replay is, for the screen; the figures are the server's. */
export const percentOf = ({ progress: { events, total } }: Replay): number =>
  total === 0 ? 0 : Math.round(Math.min(1, events / total) * 100);

interface ReplayItemProps {
  readonly replay: Replay;
  /** The loaded replays, newest first. */
  readonly all: readonly Replay[];
  readonly onAction: (action: ReplayAction, replay: Replay) => void;
}

/** One replay: what it rebuilds, how far it is, how it ended, and what is to be decided. */
export function ReplayItem({ replay, all, onAction }: ReplayItemProps) {
  const { t } = useTexts();
  const nameOf = useReadModelWord();
  const { differences, cause } = replay;
  const waits = isUndecided(replay, all);
  const state = replay.state === 'different' && !waits ? 'compared' : replay.state;
  return (
    <li className="border-line border-b py-4 last:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-strong">
          {nameOf(replay.readModel)}{' '}
          <span className="ml-1 font-regular text-fg-muted">{t(`replay.kinds.${replay.kind}`)}</span>
        </h3>
        <p
          className={classes(
            'text-small font-medium',
            good.has(state) && 'text-accent',
            bad.has(state) && 'text-danger',
            !good.has(state) && !bad.has(state) && 'text-fg-muted',
          )}
        >
          {t(`replay.states.${state}`)}
        </p>
      </div>
      <ReplayBeginning replay={replay} />
      {isUnderWay(replay) ? <Progress replay={replay} /> : <Read replay={replay} />}
      {cause !== null && (
        <p className="mt-1 text-danger text-small">
          {cause.reason}
          {cause.eventId !== null && <span className="ml-1.5 font-mono text-micro">{cause.eventId}</span>}
        </p>
      )}
      {differences.length > 0 && <Differences differences={differences} />}
      <div className="flex flex-wrap gap-2 not-empty:mt-3">
        {(state === 'running' || state === 'starting') && (
          <Button size="small" onClick={() => onAction('cancel', replay)}>
            {t('replay.stop')}
          </Button>
        )}
        {waits && (
          <>
            <Button size="small" variant="danger" onClick={() => onAction('swap', replay)}>
              {t('replay.swapAnyway')}
            </Button>
            <Button size="small" onClick={() => onAction('discard', replay)}>
              {t('replay.discard')}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

/** When a replay began, and who started it. */
function ReplayBeginning({ replay: { startedAt, startedBy } }: { readonly replay: Replay }) {
  const { t } = useTexts();
  return (
    <span className="block font-regular text-fg-subtle text-small">
      {dateTimeInKorea(startedAt)} ·{' '}
      {startedBy === null ? t('replay.fromCommandLine') : (startedBy.nickname ?? '–')}
    </span>
  );
}

function Progress({ replay }: { readonly replay: Replay }) {
  const { t, formatCount } = useTexts();
  const { events, total, eventsPerSecond, secondsLeft } = replay.progress;
  return (
    <div className="mt-2.5">
      <ProgressBar label={t('replay.progress')} percent={percentOf(replay)} />
      {total > 0 && (
        <p className="mt-1.5 flex flex-wrap justify-between gap-x-4 text-fg-muted text-small">
          <span>
            {t('replay.soFar', { count: total, events: formatCount(events), total: formatCount(total) })}
          </span>
          <span className="text-fg-subtle">
            {t('replay.perSecond', { events: formatCount(Math.round(eventsPerSecond)) })}
            {secondsLeft !== null &&
              ` · ${t('approval.left', { duration: durationText(Math.ceil(secondsLeft), t) })}`}
          </span>
        </p>
      )}
    </div>
  );
}

function Read({ replay }: { readonly replay: Replay }) {
  const { t, formatCount } = useTexts();
  const { events, eventsPerSecond } = replay.progress;
  if (events === 0) return null;
  return (
    <p className="text-fg-subtle text-small">
      {t('replay.read', {
        count: events,
        events: formatCount(events),
        perSecond: formatCount(Math.round(eventsPerSecond)),
      })}
    </p>
  );
}

function Differences({ differences }: { readonly differences: Replay['differences'] }) {
  const { t } = useTexts();
  const columns: readonly CompactColumn<Replay['differences'][number]>[] = [
    { head: t('replay.table'), cell: (one) => <TableName {...one} /> },
    { head: t('replay.rows'), count: ({ rows }) => rows },
    { head: t('replay.onlyServing'), count: ({ onlyServing }) => onlyServing },
    { head: t('replay.onlyRebuilt'), count: ({ onlyRebuilt }) => onlyRebuilt },
  ];
  return (
    <div className="mt-3 max-w-[46rem]">
      <Table
        compact
        caption={t('replay.differences')}
        columns={columns}
        lines={differences}
        keyOf={({ table }) => table}
      />
    </div>
  );
}

function TableName({ table, keys }: Replay['differences'][number]) {
  const { t } = useTexts();
  return (
    <>
      <span className="font-mono text-micro">{table}</span>
      {keys.length > 0 && (
        <details className="text-fg-subtle text-micro">
          <summary>{t('replay.keys', { count: keys.length, keys: keys.length })}</summary>
          <span className="break-all font-mono">{keys.join(', ')}</span>
        </details>
      )}
    </>
  );
}

interface ReplayGroupProps extends Omit<ComponentProps<typeof ReplayItem>, 'replay'> {
  readonly group: ReplayRun;
}

/** One replay, or a run of comparisons as one line that unfolds. */
export function ReplayGroup({ group, ...item }: ReplayGroupProps) {
  const { t } = useTexts();
  const [newest, ...others] = group;
  if (others.length === 0) return <ReplayItem {...item} replay={newest} />;
  return (
    <li className="border-line border-b last:border-0">
      <details>
        <summary className="rounded-xs py-4 font-strong">
          {t('replay.run', { count: group.length })}
          <span className="float-right text-accent text-small font-medium">{t('replay.runEqual')}</span>
          <ReplayBeginning replay={group.at(-1) ?? newest} />
        </summary>
        <ul className="pl-5">
          {group.map((replay) => (
            <ReplayItem key={replay._id} {...item} replay={replay} />
          ))}
        </ul>
      </details>
    </li>
  );
}
