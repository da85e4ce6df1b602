import type { CaseFile } from '@matgyo/contracts/case-file';
import { reasonText } from '@matgyo/contracts/reason-texts';
import { type FirstCover, firstCovers } from '@matgyo/ledger/proof/case-file';
import { useTexts } from '../../../../../i18n/index.ts';
import { useEntryLabels } from '../../../../../ui/entry-labels.ts';
import { type CaseEvent, caseEvents, caseTrades } from './case-events.ts';
import { dayAndTime, PaperStatus, PaperTable, PaperTime, Together, Word } from './paper-parts.tsx';

/** All events with the order after each, and the ids to find them by. */
export function PaperTrail({ file }: { readonly file: CaseFile }) {
  const { t } = useTexts();
  const covers = firstCovers(file);
  const counterparts = new Map(caseTrades(file).map(({ tradeId, counterpart }) => [tradeId, counterpart]));
  return (
    <PaperTable
      title={t('caseFile.trail')}
      heads={['#', t('label.time'), t('trail.what'), t('trail.who'), t('trail.after')]}
      widths={['w-6', 'w-[4.75rem]', '', 'w-24', 'w-[8.5rem]']}
    >
      {caseEvents(file).map((each, index) => (
        <Event
          key={each.event.id}
          each={each}
          number={index + 1}
          cover={covers.get(each.event.id)}
          counterpart={each.tradeId === undefined ? undefined : counterparts.get(each.tradeId)}
        />
      ))}
    </PaperTable>
  );
}

interface EventProps {
  readonly each: CaseEvent;
  readonly number: number;
  readonly cover: FirstCover | undefined;
  readonly counterpart: string | undefined;
}

function Event({ each, number, cover, counterpart }: EventProps) {
  const { t, language, formatUsdt } = useTexts();
  const { event, stream, state, actor, commandId, reason, amount, released, fee } = each;
  const { what, detail } = useEntryLabels()({ type: event.type, amount, released, fee }, counterpart);
  const figures = [
    [t('fill.settled'), state.completed],
    [t('status.tradeReversed'), state.reversed],
    [t('status.tradeLive'), state.reserved],
    [t('fill.open'), state.open],
    [t('fill.withdrawn'), state.withdrawn],
    [t('label.fee'), state.feeTotal],
    [t('payment.feeTakenBack'), state.feeReversed],
  ] as const;
  return (
    <Together>
      <tr>
        <td>{number}</td>
        <PaperTime at={event.metadata.at} />
        <td>
          <strong className="font-strong">{what}</strong> <code className="font-mono">{event.type}</code>
          {detail !== undefined && <div>{detail}</div>}
          {reason !== undefined && (
            <div>
              {t('label.reason')} {reasonText(event.type, reason, language)}{' '}
              <code className="font-mono">{reason}</code>
            </div>
          )}
        </td>
        <td>
          {actor.nickname}
          <div>{t(`role.${actor.role}`)}</div>
        </td>
        <td>
          <PaperStatus status={state.status} />
          <dl className="grid grid-cols-[auto_auto] justify-between gap-x-2">
            {figures
              .filter(([, figure]) => /[1-9]/.test(figure))
              .map(([name, figure]) => (
                <div key={name} className="contents">
                  <dt>{name}</dt>
                  <dd className="text-right">{formatUsdt(figure)}</dd>
                </div>
              ))}
          </dl>
        </td>
      </tr>
      <tr>
        <td />
        <td colSpan={4} className="break-all font-mono text-[0.5625rem] leading-3">
          {stream}@{event.revision} · <Word>{t('caseFile.event')}</Word> {event.id}
          {commandId !== undefined && (
            <>
              {' · '}
              <Word>{t('audit.request')}</Word> {commandId}
            </>
          )}
          <br />
          SHA-256 {event.metadata.hash}
          {cover !== undefined && (
            <>
              <br />
              <Word>{t('caseFile.firstCover')}</Word> {cover.sequence} · {dayAndTime(cover.madeAt)}
            </>
          )}
        </td>
      </tr>
    </Together>
  );
}
