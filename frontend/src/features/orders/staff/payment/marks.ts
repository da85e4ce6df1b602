import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import { type PaymentStep, paymentSteps } from '@matgyo/contracts/payment-steps';

const stepOf: Readonly<Record<string, PaymentStep>> = {
  PaymentSent: 'payment-sent',
  PaymentReceived: 'payment-received',
  TetherSent: 'tether-sent',
  TetherReceived: 'tether-received',
};

export interface StepMark {
  readonly step: PaymentStep;
  /** Undone: marked once, and not now. */
  readonly state: 'marked' | 'undone' | 'missing';
  readonly at: string | undefined;
  /** Who marked or undid it, once the trail says so. */
  readonly by: string | undefined;
  /** An admin marked it for the party. */
  readonly byAdmin: boolean;
}

type Entry = Pick<TrailEntry, 'type' | 'at' | 'actorNickname'>;

/** The four steps of a payment: what is marked, and from the events of the trade's trail by whom and what was undone. */
export function marksOf(steps: TradePayment['steps'], trail: readonly Entry[]): readonly StepMark[] {
  const standing: { readonly step: PaymentStep; readonly entry: Entry }[] = [];
  const undone = new Map<PaymentStep, Entry>();
  for (const entry of trail) {
    const step = stepOf[entry.type];
    if (step !== undefined) standing.push({ step, entry });
    const last = entry.type === 'StepTakenBack' ? standing.pop() : undefined;
    if (last !== undefined) undone.set(last.step, entry);
  }
  return paymentSteps.map((step) => {
    const mark = steps.find((each) => each.step === step);
    if (mark !== undefined) {
      const { at, byAdmin } = mark;
      const source = standing.find((each) => each.step === step && each.entry.at === at)?.entry;
      return { step, state: 'marked', at, by: source?.actorNickname ?? undefined, byAdmin };
    }
    const entry = undone.get(step);
    const state = entry === undefined ? 'missing' : 'undone';
    return { step, state, at: entry?.at, by: entry?.actorNickname ?? undefined, byAdmin: false };
  });
}

/** Whether a step is not marked; undefined while that is not known. */
export const lacksMarks = (payment: TradePayment | undefined): boolean | undefined =>
  payment && payment.steps.length < paymentSteps.length;
