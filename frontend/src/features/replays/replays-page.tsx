import type { ReadModelState, Replay } from '@matgyo/contracts/endpoints/operations';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { stuckQuery } from '../../api/stuck.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { durationText } from '../../format/duration.ts';
import { useTexts } from '../../i18n/index.ts';
import { None } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Paged } from '../../ui/paged.tsx';
import { NotLoaded } from '../../ui/placeholder.tsx';
import { useReadModelWord } from '../../ui/read-model-labels.ts';
import { StaffPage } from '../../ui/staff-page.tsx';
import { type Column, Table, TableSkeleton } from '../../ui/table.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { useDialog } from '../../ui/use-dialog.ts';
import { CompareAll } from './compare-all.tsx';
import { groupReplays } from './replay-groups.ts';
import { percentOf, ReplayGroup, type ReplayItem } from './replay-item.tsx';
import {
  isUnderWay,
  lastComparisonOf,
  type ReplayAction,
  replaysQuery,
  type Start,
  useReplayCommands,
} from './replay-queries.ts';

/** What is confirmed before it happens. */
type Question =
  | { readonly start: Exclude<Start, 'compare'>; readonly model: ReadModelState }
  | { readonly action: Exclude<ReplayAction, 'cancel'>; readonly replay: Replay };

/** Figures made anew from the record, beside those that serve: swapped when equal, shown when not. */
export default function ReplaysPage() {
  const { t } = useTexts();
  const models = useQuery(stuckQuery);
  const { data: replays } = useInfiniteQuery(replaysQuery);
  const { start, action } = useReplayCommands();
  const { subject: question, isOpen, open: ask, close } = useDialog<Question>();
  const all = replays?.pages.flatMap(({ items }) => items) ?? [];
  const underWay = new Map(all.filter(isUnderWay).map((replay) => [replay.readModel, replay]));
  const answer = (asked: Question) => {
    if ('start' in asked)
      start.mutate({ readModel: asked.model.name, kind: asked.start }, { onSettled: close });
    else action.mutate({ action: asked.action, id: asked.replay._id }, { onSettled: close });
  };
  return (
    <StaffPage
      title={t('staff.replays')}
      intro={t('replay.intro')}
      action={
        models.data && (
          <CompareAll
            names={models.data.readModels.map(({ name }) => name).filter((name) => !underWay.has(name))}
          />
        )
      }
    >
      <TitledSection className="mt-6" title={t('replay.models')}>
        {models.data === undefined ? (
          <NotLoaded failed={t('replay.modelsFailed')} query={models}>
            <TableSkeleton rows={8} columns={4} />
          </NotLoaded>
        ) : (
          <Models
            models={models.data.readModels}
            replays={all}
            underWay={underWay}
            onStart={(model, kind) =>
              kind === 'compare' ? start.mutate({ readModel: model.name, kind }) : ask({ start: kind, model })
            }
          />
        )}
      </TitledSection>
      <History
        onAction={(next, of) =>
          next === 'cancel' ? action.mutate({ action: next, id: of._id }) : ask({ action: next, replay: of })
        }
      />
      {question !== undefined && (
        <ReplayQuestion
          question={question}
          open={isOpen}
          busy={start.isPending || action.isPending}
          onCancel={close}
          onConfirm={() => answer(question)}
        />
      )}
    </StaffPage>
  );
}

function History({ onAction }: Pick<ComponentProps<typeof ReplayItem>, 'onAction'>) {
  const { t } = useTexts();
  const list = useInfiniteQuery(replaysQuery);
  return (
    <TitledSection className="mt-10" title={t('replay.history')}>
      <Paged
        list={list}
        failed={t('replay.loadFailed')}
        skeleton={<TableSkeleton rows={3} columns={2} />}
        none={<p className="py-5 text-fg-muted">{t('replay.none')}</p>}
      >
        {(all) => (
          <ul>
            {groupReplays(all).map((group) => (
              <ReplayGroup key={group.at(-1)?._id} group={group} all={all} onAction={onAction} />
            ))}
          </ul>
        )}
      </Paged>
    </TitledSection>
  );
}

const starts = ['roll-back', 'compare', 'rebuild'] as const satisfies readonly Start[];

interface ModelsProps {
  readonly models: readonly ReadModelState[];
  /** The loaded ones, newest first. */
  readonly replays: readonly Replay[];
  /** Their replays that are under way, by name. */
  readonly underWay: ReadonlyMap<string, Replay>;
  readonly onStart: (model: ReadModelState, kind: Start) => void;
}

function Models({ models, replays, underWay, onStart }: ModelsProps) {
  const { t } = useTexts();
  const nameOf = useReadModelWord();
  const differs = ({ name }: ReadModelState) => lastComparisonOf(name, replays)?.differs === true;
  const stateOf = (model: ReadModelState): string => {
    const replay = underWay.get(model.name);
    if (replay !== undefined) return `${t(`replay.states.${replay.state}`)} · ${percentOf(replay)}%`;
    if (model.halted !== null) return t('replay.modelHalted', { since: dateTimeInKorea(model.halted.since) });
    if (differs(model)) return t('replay.states.compared');
    return model.lagSeconds < 1
      ? t('replay.upToDate')
      : t('replay.behind', { duration: durationText(model.lagSeconds, t) });
  };
  const columns: readonly Column<ReadModelState>[] = [
    {
      head: t('label.name'),
      place: 1,
      isName: true,
      cell: ({ name }) => (
        <>
          {nameOf(name)}{' '}
          {nameOf(name) !== name && (
            <span className="ml-1 font-mono font-regular text-fg-subtle text-micro">{name}</span>
          )}
        </>
      ),
    },
    { head: t('staff.version'), label: true, place: 2, count: ({ version }) => version },
    {
      head: t('label.status'),
      place: 3,
      className: (model) =>
        model.halted === null && !differs(model) ? 'text-fg-muted' : 'font-medium text-danger',
      cell: stateOf,
    },
    {
      head: t('replay.lastCompared'),
      label: true,
      place: 4,
      numeric: true,
      className: 'whitespace-nowrap text-fg-subtle',
      cell: (model) => {
        const last = lastComparisonOf(model.name, replays);
        return last === undefined ? <None /> : dateTimeInKorea(last.at);
      },
    },
    {
      head: <span className="sr-only">{t('staff.actions')}</span>,
      place: 'whole',
      numeric: true,
      className: 'max-md:pt-2 max-md:text-left',
      cell: (model) => (
        <span className="-my-1 inline-flex flex-wrap justify-end gap-1.5">
          {starts.map(
            (kind) =>
              (kind !== 'roll-back' || model.rollBackTo !== null) && (
                <Button
                  key={kind}
                  size="small"
                  variant={kind === 'roll-back' ? 'quiet' : 'secondary'}
                  off={underWay.has(model.name)}
                  aria-label={t('replay.askYes', {
                    model: nameOf(model.name),
                    action: t(`replay.kinds.${kind}`),
                  })}
                  onClick={() => onStart(model, kind)}
                >
                  {t(`replay.kinds.${kind}`)}
                </Button>
              ),
          )}
        </span>
      ),
    },
  ];
  return <Table caption={t('replay.models')} lines={models} keyOf={({ name }) => name} columns={columns} />;
}

interface ReplayQuestionProps
  extends Pick<ComponentProps<typeof Confirm>, 'open' | 'busy' | 'onCancel' | 'onConfirm'> {
  readonly question: Question;
}

function ReplayQuestion({ question, ...confirm }: ReplayQuestionProps) {
  const { t } = useTexts();
  const nameOf = useReadModelWord();
  const model = nameOf('start' in question ? question.model.name : question.replay.readModel);
  const before = 'start' in question ? question.model.rollBackTo : null;
  const labels = {
    'roll-back': {
      text: t('replay.askRollBack', { at: before === null ? '–' : dateTimeInKorea(before.updatedAt) }),
      action: t('replay.kinds.roll-back'),
    },
    rebuild: { text: t('replay.askRebuild'), action: t('replay.kinds.rebuild') },
    swap: { text: t('replay.askSwap'), action: t('replay.swapAnyway') },
    discard: { text: t('replay.askDiscard'), action: t('replay.discard') },
  }['start' in question ? question.start : question.action];
  return (
    <Confirm
      {...confirm}
      title={t('replay.askTitle', { model, action: labels.action })}
      confirmLabel={t('replay.askYes', { model, action: labels.action })}
      danger={'action' in question || question.start === 'roll-back'}
    >
      {labels.text}
    </Confirm>
  );
}
