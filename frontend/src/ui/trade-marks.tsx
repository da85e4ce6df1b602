import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import { Check, Minus, Undo2 } from 'lucide-react';
import { useOrderTrail } from '../api/order-trail.ts';
import { dateTimeInKorea } from '../format/date-time.ts';
import { useTexts } from '../i18n/index.ts';
import { marksOf, type StepMark } from './payment-marks.ts';
import { SentProofs } from './sent-proofs.tsx';
import { WalletLine } from './wallet-line.tsx';

interface TradeMarksProps {
  /** One of the two orders; its trail says who marked what. */
  readonly orderId: string;
  readonly payment: TradePayment;
}

const looks = {
  marked: { Icon: Check, colour: 'text-accent' },
  undone: { Icon: Undo2, colour: 'text-danger' },
  missing: { Icon: Minus, colour: 'text-fg-subtle' },
} as const;

/** The steps of a match's payment: by whom and when, undone, or unmarked. */
export function TradeMarks({ orderId, payment }: TradeMarksProps) {
  const { t } = useTexts();
  const { data: trail } = useOrderTrail(orderId);
  const entries = trail?.everything.filter(({ tradeId }) => tradeId === payment._id) ?? [];
  return (
    <>
      <ol aria-label={t('marks.title')} className="grid gap-0.5 text-small">
        {marksOf(payment.steps, entries).map((mark) => (
          <Mark key={mark.step} mark={mark} />
        ))}
      </ol>
      <SentProofs payment={payment} reader="admin" />
      {payment.wallet !== null && (
        <WalletLine what={t('marks.buyerWallet')} address={payment.wallet.tetherAddress} />
      )}
    </>
  );
}

function Mark({ mark }: { readonly mark: StepMark }) {
  const { t } = useTexts();
  const { step, state, at, by, byAdmin } = mark;
  const { Icon, colour } = looks[state];
  const progress = {
    marked: byAdmin ? t('marks.byAdmin') : undefined,
    undone: t('marks.undone'),
    missing: t('steps.open'),
  }[state];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-2">
      <span className="inline-flex items-center gap-1.5 text-fg">
        <Icon size={16} className={colour} aria-hidden />
        {t(`steps.${step}.name`)}
        {state === 'marked' && <span className="sr-only">{t('steps.marked')}</span>}
      </span>
      <span className="ml-auto text-right text-fg-muted">
        {[by, progress].filter((part) => part !== undefined).join(' · ')}
        {at !== undefined && (
          <time dateTime={at} className="ml-1.5 whitespace-nowrap text-fg-subtle">
            {dateTimeInKorea(at)}
          </time>
        )}
      </span>
    </li>
  );
}
