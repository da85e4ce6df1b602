import { isPositive, type Krw, type Price, type Rate, type Usdt } from '@matgyo/contracts/money';
import { dateTimeInKorea } from '../../../../../format/date-time.ts';
import { useTexts } from '../../../../../i18n/index.ts';
import { useEntryLabels } from '../../../../../ui/entry-labels.ts';
import { type CaseTrade, caseEvents, caseTrades, nicknamesIn } from './case-events.ts';
import type { OpenedCase } from './open-case.ts';
import { PaperChats } from './paper-chats.tsx';
import { dayAndTime, Mono, PaperFacts, PaperStatus, PaperTable, Together } from './paper-parts.tsx';
import { PaperFile, PaperProof } from './paper-proof.tsx';
import { PaperStatements } from './paper-statements.tsx';
import { PaperTrail } from './paper-trail.tsx';

/** The case file, black on white in either theme. One table, because browsers repeat its head on each printed page. */
export function CasePaper({ opened }: { readonly opened: OpenedCase }) {
  const { t } = useTexts();
  const { file } = opened;
  return (
    <table
      role="presentation"
      className="case-paper w-full table-fixed border-collapse text-[0.6875rem] leading-4"
    >
      <thead>
        <tr>
          <td className="pb-3">
            <div className="flex justify-between gap-4 border-current border-b pb-1">
              <span className="font-strong">
                {t('product.name')} · {t('audit.caseFile')} {file.order.orderCode}
              </span>
              <span>{t('caseFile.asOf', { at: dateTimeInKorea(file.statement.madeAt) })}</span>
            </div>
          </td>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>
            <PaperOrder opened={opened} />
            <PaperTrades opened={opened} />
            <PaperTrail file={file} />
            <PaperStatements opened={opened} />
            <PaperChats opened={opened} />
            <PaperProof opened={opened} />
            <PaperFile opened={opened} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}

function PaperOrder({ opened: { file } }: { readonly opened: OpenedCase }) {
  const { t, formatUsdt, formatKrw, formatPrice } = useTexts();
  const { order, streams } = file;
  const placed = streams[0]?.events[0];
  const state = caseEvents(file).at(-1)?.state;
  if (placed === undefined || state === undefined) return null;
  const owner = nicknamesIn(file).get(String(placed.data['memberId']));
  const allReversed = !caseTrades(file).some(({ counts }) => counts);
  const usdt = (amount: Usdt) => `${formatUsdt(amount)} USDT`;
  return (
    <>
      <h2 className="text-heading font-strong">{order.orderCode}</h2>
      <dl className="mt-1.5">
        <PaperFacts
          rows={{
            [t('caseFile.orderId')]: <Mono>{order.orderId}</Mono>,
            [t('caseFile.owner')]:
              `${owner} · ${order.side === 'sell' ? t('label.seller') : t('label.buyer')}`,
            [t('label.placed')]: dayAndTime(placed.metadata.at),
            [t('caseFile.amount')]: [
              usdt(order.amount),
              `${formatKrw(placed.data['krwAmount'] as Krw)} KRW`,
              `1 USDT = ${formatPrice(placed.data['price'] as Price)} KRW`,
            ].join(' · '),
            [t('label.status')]: <PaperStatus status={state.status} allReversed={allReversed} />,
            [t('caseFile.quantities')]: [
              `${t('fill.settled')} ${usdt(state.completed)}`,
              ...(isPositive(state.reversed) ? [`${t('status.tradeReversed')} ${usdt(state.reversed)}`] : []),
              `${t('status.tradeLive')} ${usdt(state.reserved)}`,
              `${t('fill.open')} ${usdt(state.open)}`,
              `${t('fill.withdrawn')} ${usdt(state.withdrawn)}`,
            ].join(' · '),
            [t('label.fee')]: usdt(state.feeTotal),
            [t('payment.feeTakenBack')]: isPositive(state.feeReversed) && usdt(state.feeReversed),
          }}
        />
      </dl>
    </>
  );
}

function PaperTrades({ opened: { file } }: { readonly opened: OpenedCase }) {
  const { t } = useTexts();
  const trades = caseTrades(file);
  if (trades.length === 0) return null;
  return (
    <PaperTable
      title={t('staff.trades')}
      heads={[t('caseFile.trade'), t('label.counterpart'), t('caseFile.amount'), t('staff.lastRecord')]}
      widths={['w-[13rem]', '', 'w-[12rem]', 'w-24']}
    >
      {trades.map((trade) => (
        <Trade key={trade.tradeId} trade={trade} sells={file.order.side === 'sell'} />
      ))}
    </PaperTable>
  );
}

function Trade({ trade, sells }: { readonly trade: CaseTrade; readonly sells: boolean }) {
  const { t, formatUsdt, formatKrw, formatPrice, formatRate } = useTexts();
  const { tradeId, proposed, part, lastType, counterpart } = trade;
  const { amount, krw } = part ?? proposed;
  const { what } = useEntryLabels()({ type: lastType, amount: null, released: null, fee: null }, undefined);
  return (
    <Together>
      <tr>
        <td className="break-all font-mono">{tradeId}</td>
        <td>
          {counterpart}
          <div className="break-all font-mono">{proposed[sells ? 'buyOrderId' : 'sellOrderId']}</div>
        </td>
        <td>
          {formatUsdt(amount as Usdt)} USDT
          <div>
            × {formatPrice(proposed['price'] as Price)} = {formatKrw(krw as Krw)} KRW
          </div>
          {part !== undefined && (
            <div>{t('caseFile.ofMatched', { amount: formatUsdt(proposed['amount'] as Usdt) })}</div>
          )}
          <div>
            {t('label.fee')} {formatRate(proposed['feeRate'] as Rate)} ({proposed['feeRule']})
          </div>
        </td>
        <td>{what}</td>
      </tr>
    </Together>
  );
}
