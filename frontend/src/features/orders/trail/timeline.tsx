import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import type { Usdt } from '@matgyo/contracts/money';
import { reasonText } from '@matgyo/contracts/reason-texts';
import type { ReactNode } from 'react';
import { dateInKorea, secondsInKorea } from '../../../format/date-time.ts';
import { useTexts } from '../../../i18n/index.ts';
import { UsdtAmount } from '../../../ui/amount.tsx';
import { classes } from '../../../ui/class-names.ts';
import { useEntryLabels } from '../../../ui/entry-labels.ts';
import { FillBar, shownQuantities } from '../../../ui/fill-bar.tsx';
import { Status } from '../../../ui/status.tsx';
import { TitledSection } from '../../../ui/titled-section.tsx';
import { Unbroken } from '../../../ui/unbroken.tsx';
import type { Match } from '../matches.ts';
import type { TrailPlace } from './use-trail-place.ts';

const columns =
  'grid-cols-[1.75rem_minmax(0,1fr)_auto] max-[16rem]:grid-cols-[1.75rem_minmax(0,1fr)] md:grid-cols-[1.75rem_minmax(0,1fr)_5.25rem_5.5rem_8.25rem] desk:grid-cols-[1.75rem_minmax(0,1fr)_5.25rem_5.5rem_8.25rem_5.6rem_5.6rem_5.6rem]';
/** With doubled text, everything is below what happened. */
const stacked = 'max-[16rem]:col-start-2 max-[16rem]:row-auto max-[16rem]:justify-items-start';
const wide = 'max-desk:hidden';

interface TimelineProps {
  readonly at: TrailPlace;
  readonly matches: ReadonlyMap<string, Match>;
  /** Details for admins; with them, event types are shown too. */
  readonly extra?: ((entry: TrailEntry) => ReactNode) | undefined;
}

export function Timeline(props: TimelineProps) {
  const { t } = useTexts();
  return (
    <TitledSection className="mt-9" titleClass="sr-only" title={t('trail.title')}>
      <div
        aria-hidden="true"
        className={classes(
          'grid gap-3 border-line border-b pb-2 text-fg-subtle text-micro max-md:hidden desk:gap-4',
          columns,
        )}
      >
        <span />
        <span>{t('trail.what')}</span>
        <span>{t('trail.who')}</span>
        <span>{t('label.time')}</span>
        <span>{t('trail.after')}</span>
        <span className={classes('text-right', wide)}>{t('fill.settled')}</span>
        <span className={classes('text-right', wide)}>{t('status.tradeLive')}</span>
        <span className={classes('text-right', wide)}>{t('fill.open')}</span>
      </div>
      <ol className="max-md:border-line max-md:border-t">
        {props.at.entries.map((entry, index) => (
          <TimelineRow key={entry.eventId} entry={entry} number={index + 1} {...props} />
        ))}
      </ol>
    </TitledSection>
  );
}

/** Members are matched, or not in the end; that a match first reserves an amount is an admin's matter. */
function ownerTextOf({ type }: TrailEntry, match: Match | undefined) {
  if (type === 'FillReserved')
    return match === undefined || match.offered ? 'trail.trade.proposed' : 'trail.matched';
  if (type !== 'FillReleased') return undefined;
  return match === undefined ? 'trail.trade.rejected' : 'trail.trade.cancelled';
}

interface TimelineRowProps extends TimelineProps {
  readonly entry: TrailEntry;
  readonly number: number;
}

function TimelineRow({ entry, number, at: { place, places, goTo }, matches, extra }: TimelineRowProps) {
  // There is none of a match that was aborted before it began.
  const match = entry.tradeId === null ? undefined : matches.get(entry.tradeId);
  const chosen = number === place;
  const later = number > place;
  const { t, language } = useTexts();
  const labels = useEntryLabels()(entry, match?.counterpart);
  const ownerText = extra ? undefined : ownerTextOf(entry, match);
  const reason = reasonText(entry.type, entry.reason, language);
  return (
    <li
      className={classes(
        'relative grid items-start gap-x-3 gap-y-1 py-3.5 max-[16rem]:gap-x-1.5 md:items-center md:py-[11px] desk:gap-4',
        'border-line border-b last:border-0',
        columns,
        chosen && '-mx-5 rounded-none bg-accent-soft px-5 md:-mx-3.5 md:rounded-sm md:px-3.5',
        later && '[&_*]:text-fg-subtle',
      )}
    >
      {number < places && (
        <span
          aria-hidden="true"
          className={classes(
            'absolute top-7 h-full w-[1.5px] md:top-1/2',
            chosen ? 'left-8 md:left-[26.5px]' : 'left-[12.5px]',
            chosen || later ? 'bg-line' : 'bg-accent',
          )}
        />
      )}
      <span
        aria-hidden="true"
        className={classes(
          'relative grid size-[26px] place-items-center rounded-full text-micro font-strong',
          chosen
            ? 'bg-accent text-on-accent'
            : later
              ? 'bg-canvas inset-ring-[1.5px] inset-ring-line'
              : 'bg-accent-soft text-accent',
        )}
      >
        {number}
      </span>
      {/* On a phone the extra details have the width of both columns, below the status. */}
      <div className="min-w-0 max-md:contents">
        <div className="min-w-0">
          <p>
            {/* Pressing anywhere in the row chooses the event. */}
            <button
              type="button"
              aria-pressed={chosen}
              onClick={() => goTo(number)}
              className={classes(
                'text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-sm focus-visible:after:outline-2 focus-visible:after:outline-focus',
                later ? 'font-medium' : 'font-strong',
              )}
            >
              {ownerText === undefined ? labels.what : t(ownerText)}
            </button>{' '}
            {extra && <code className="font-mono text-fg-subtle text-micro max-md:hidden">{entry.type}</code>}
          </p>
          {(labels.detail !== undefined || entry.reason !== null) && (
            <p className="text-fg-muted text-small">
              <Unbroken text={[labels.detail, reason].filter(Boolean).join(' · ')} />{' '}
              {extra && entry.reason !== null && reason === undefined && (
                <code
                  className={classes(
                    'whitespace-nowrap rounded-xs px-1.5 py-px font-mono text-[0.75rem]',
                    later ? 'bg-surface' : 'bg-rejected-soft text-rejected',
                  )}
                >
                  {entry.reason}
                </code>
              )}
            </p>
          )}
        </div>
        {extra && (
          <div className="min-w-0 max-md:col-span-2 max-md:col-start-2 max-md:row-start-3 max-[16rem]:col-span-1 max-[16rem]:row-auto">
            {extra(entry)}
          </div>
        )}
      </div>
      <div
        className={classes(
          'grid text-small max-md:col-start-2 max-md:row-start-2 max-md:flex max-md:flex-wrap max-md:gap-x-1.5',
          stacked,
        )}
      >
        {entry.actorNickname !== null && <span className="font-medium">{entry.actorNickname}</span>}
        <span className="text-fg-subtle">{t(`role.${entry.actorRole}`)}</span>
      </div>
      <time
        dateTime={entry.at}
        className={classes(
          'grid text-small max-md:col-start-3 max-md:row-start-1 max-md:text-right max-md:text-fg-subtle max-[16rem]:text-left',
          stacked,
        )}
      >
        {secondsInKorea(entry.at)}
        <span className="text-fg-subtle text-micro">{dateInKorea(entry.at)}</span>
      </time>
      <StateAfter state={entry.state} later={later} />
      <Figure value={entry.state.completed} />
      <Figure value={entry.state.reserved} />
      <Figure value={shownQuantities(entry.state).open} />
    </li>
  );
}

function StateAfter({ state, later }: { readonly state: TrailEntry['state']; readonly later: boolean }) {
  return (
    <div
      className={classes(
        'max-md:col-start-3 max-md:row-start-2 max-md:grid max-md:justify-items-end',
        stacked,
      )}
    >
      <Status status={state.status} />
      <div className={classes('mt-1 max-md:w-[88px]', later && 'opacity-45')}>
        <FillBar thin quantities={shownQuantities(state)} />
      </div>
    </div>
  );
}

const Figure = ({ value }: { readonly value: Usdt }) => (
  <span className={classes('text-right text-small', wide)}>
    <UsdtAmount value={value} />
  </span>
);
