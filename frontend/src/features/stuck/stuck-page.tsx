import type { ReadModelState } from '@matgyo/contracts/endpoints/operations';
import { operationPaths } from '@matgyo/contracts/paths/operations';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { AnswerOf } from '../../api/call.ts';
import { queryKeys } from '../../api/queries.ts';
import { stuckQuery } from '../../api/stuck.ts';
import { useCall } from '../../api/use-call.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { durationText } from '../../format/duration.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { NotLoaded } from '../../ui/placeholder.tsx';
import { useReadModelWord } from '../../ui/read-model-labels.ts';
import { StaffPage } from '../../ui/staff-page.tsx';
import { type Column, Table, TableSkeleton } from '../../ui/table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';

type Stuck = AnswerOf<typeof operationPaths.stuck>;

/** Further behind than this is worth a colour. */
const lateSeconds = 10;

/** Something that is stuck was tried again: the page says so and looks at once. */
function useRetryEffects() {
  const { t } = useTexts();
  const changes = [queryKeys.own.admin.stuck];
  return { done: t('stuck.retried'), failed: true, changes, untilShown: true } as const;
}

/** What does not move: matches that could not be finished, read models that halted; why, and try again. */
export default function StuckPage() {
  const { t } = useTexts();
  const answer = useQuery(stuckQuery);
  const { data, error } = answer;
  return (
    <StaffPage title={t('staff.stuck')} intro={t('stuck.intro')}>
      {/* What was so when it was last asked would be read as how it is now. */}
      {data !== undefined && error === null ? (
        <>
          <Signing refused={data.signing.refused} />
          <CodeBudgets budgets={data.codeBudgets} />
          <Trades trades={data.trades} />
          <ReadModels models={data.readModels} />
          <Log log={data.log} />
        </>
      ) : (
        <NotLoaded failed={t('stuck.loadFailed')} query={answer}>
          <TableSkeleton rows={6} columns={5} />
        </NotLoaded>
      )}
    </StaffPage>
  );
}

const Section = (props: ComponentProps<typeof TitledSection>) => (
  <TitledSection {...props} className="mt-8" titleClass="mb-1 text-heading" />
);

/** Shown only where signing has stopped: an operator has to look at this first. */
function Signing({ refused }: { readonly refused: Stuck['signing']['refused'] }) {
  const { t } = useTexts();
  if (refused === null) return null;
  return (
    <Section title={t('signing.title')}>
      <p className="py-2 font-strong text-danger">
        {t('signing.refusedSince', { at: dateTimeInKorea(refused.since) })}
      </p>
      <p className="text-danger">{t(`signing.why.${refused.why}`)}</p>
      <p className="font-mono text-fg-subtle text-micro">
        {[refused.checkpoint !== null && `#${refused.checkpoint}`, refused.subject]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </Section>
  );
}

/** Shown only where the messages of a day run short. */
function CodeBudgets({ budgets }: { readonly budgets: Stuck['codeBudgets'] }) {
  const { t, formatCount } = useTexts();
  if (budgets.length === 0) return null;
  return (
    <Section title={t('stuck.codes.title')}>
      {budgets.map(({ kind, sent, most }) => (
        <p key={kind} className="py-2 font-strong text-danger">
          {t('stuck.codes.sent', {
            kind: t(`stuck.codes.kinds.${kind}`),
            sent: formatCount(sent),
            most: formatCount(most),
          })}
        </p>
      ))}
    </Section>
  );
}

function Trades({ trades }: { readonly trades: Stuck['trades'] }) {
  const { t } = useTexts();
  const retry = useCall(tradePaths.retryStuckTrade, useRetryEffects());
  const columns: readonly Column<Stuck['trades'][number]>[] = [
    {
      head: t('stuck.trade'),
      place: 1,
      isName: true,
      cell: ({ tradeId, sellOrder }) => (
        <>
          {sellOrder !== null && (
            <TextLink to={`/admin/orders/${sellOrder._id}`} className="block w-fit">
              {sellOrder.orderCode}
            </TextLink>
          )}
          <span className="break-all font-mono font-regular text-fg-subtle text-micro">{tradeId}</span>
        </>
      ),
    },
    { head: t('label.status'), place: 2, cell: ({ state }) => t(`trail.trade.${state}`) },
    { head: t('stuck.since'), place: 3, cell: ({ since }) => dateTimeInKorea(since) },
    { head: t('stuck.attempts'), label: true, place: 4, count: ({ attempts }) => attempts },
    {
      head: t('label.reason'),
      place: 5,
      className: 'text-danger',
      cell: ({ cause }) => cause ?? t('stuck.unknown'),
    },
    {
      head: <span className="sr-only">{t('retry')}</span>,
      place: 6,
      cell: ({ tradeId: id, sellOrder }) => (
        <Retry
          name={sellOrder?.orderCode ?? id}
          busy={retry.isPending && retry.variables.params?.id === id}
          onRetry={() => retry.mutate({ params: { id }, body: {} })}
        />
      ),
    },
  ];
  return (
    <Section title={t('stuck.trades')}>
      {trades.length === 0 ? (
        <p className="py-2 text-fg-muted">{t('stuck.noTrades')}</p>
      ) : (
        <Table
          caption={t('stuck.trades')}
          lines={trades}
          keyOf={({ tradeId }) => tradeId}
          columns={columns}
        />
      )}
    </Section>
  );
}

/** Those that halted or are behind; all of them are folded. */
function ReadModels({ models }: { readonly models: readonly ReadModelState[] }) {
  const { t, formatCount } = useTexts();
  const nameOf = useReadModelWord();
  const retry = useCall(operationPaths.retryReadModel, useRetryEffects());
  const all: readonly Column<ReadModelState>[] = [
    { head: t('label.name'), place: 1, isName: true, cell: ({ name }) => nameOf(name) },
    { head: t('staff.version'), label: true, place: 3, count: ({ version }) => version },
    {
      head: t('stuck.lag'),
      label: true,
      place: 4,
      numeric: true,
      className: (model) => (isLate(model) ? 'font-strong text-danger' : undefined),
      cell: ({ lagSeconds }) => durationText(lagSeconds, t),
    },
    {
      head: t('label.status'),
      place: 2,
      className: (model) => (isNormal(model) ? 'text-onsale' : 'font-strong text-danger'),
      cell: (model) => {
        if (model.halted !== null) return t('stuck.haltedSince', { at: dateTimeInKorea(model.halted.since) });
        return isLate(model) ? t('stuck.late') : t('stuck.moves');
      },
    },
  ];
  const troubled = models.filter((model) => !isNormal(model));
  const columns: readonly Column<ReadModelState>[] = [
    ...all,
    {
      head: t('label.reason'),
      place: ifHalted,
      className: 'text-danger',
      cell: ({ halted }) =>
        halted !== null && (
          <>
            {halted.reason}
            <span className="block font-mono text-fg-subtle text-micro">
              {halted.event.type} {halted.event.stream}@{halted.event.revision}
            </span>
          </>
        ),
    },
    {
      head: <span className="sr-only">{t('retry')}</span>,
      place: ifHalted,
      cell: ({ name, halted }) =>
        halted !== null && (
          <Retry
            name={nameOf(name)}
            busy={retry.isPending && retry.variables.params?.name === name}
            onRetry={() => retry.mutate({ params: { name } })}
          />
        ),
    },
  ];
  return (
    <Section title={t('stuck.readModels')}>
      {troubled.length === 0 ? (
        <p className="py-2 text-fg-muted">{t('stuck.allCurrent')}</p>
      ) : (
        <Table caption={t('stuck.troubled')} lines={troubled} keyOf={({ name }) => name} columns={columns} />
      )}
      <details>
        <summary className="min-h-9 w-fit content-center text-fg-muted text-small font-medium hover:text-fg">
          {t('stuck.showAll', { models: formatCount(models.length) })}
        </summary>
        <Table caption={t('stuck.readModels')} lines={models} keyOf={({ name }) => name} columns={all} />
      </details>
    </Section>
  );
}

const isLate = ({ lagSeconds }: ReadModelState) => lagSeconds > lateSeconds;
const isNormal = (model: ReadModelState) => model.halted === null && !isLate(model);
const ifHalted = ({ halted }: ReadModelState) => (halted === null ? 'none' : 'whole');

interface RetryProps {
  readonly name: string;
  readonly busy: boolean;
  readonly onRetry: () => void;
}

function Retry({ name, busy, onRetry }: RetryProps) {
  const { t } = useTexts();
  return (
    <Button size="small" busy={busy} aria-label={t('stuck.retry', { what: name })} onClick={onRetry}>
      {!busy && <RotateCw size={16} />}
      {t('retry')}
    </Button>
  );
}

function Log({ log }: { readonly log: Stuck['log'] }) {
  const { t, formatCount } = useTexts();
  return (
    <Section title={t('stuck.log')}>
      <dl className="flex flex-wrap gap-x-10 gap-y-2 pt-1 text-small">
        <Facts
          label="text-fg-subtle"
          rows={{
            [t('stuck.events')]: formatCount(log.events),
            [t('staff.lastRecord')]: log.lastEventAt === null ? '–' : dateTimeInKorea(log.lastEventAt),
          }}
        />
      </dl>
    </Section>
  );
}
