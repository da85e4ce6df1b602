import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import type { TradePayment } from '@matgyo/contracts/endpoints/trades';
import { type PaymentStep, paymentSteps, stepMarkedBy } from '@matgyo/contracts/payment-steps';

const stepOf: Readonly<Record<string, PaymentStep>> = stepMarkedBy;

export interface StepMark {
  readonly step: PaymentStep;
  readonly state: 'marked' | 'undone' | 'missing';
  readonly at: string | undefined;
  /** Who marked or undid it; from the trail, once loaded. */
  readonly by: string | undefined;
  /** An admin marked it on behalf of the party. */
  readonly byAdmin: boolean;
}

type Entry = Pick<TrailEntry, 'type' | 'at' | 'actorNickname'>;

/** The steps of a payment with their marks; the trail adds who marked or undid them. */
export function marksOf(steps: TradePayment['steps'], trail: readonly Entry[]): readonly StepMark[] {
  const marked: { readonly step: PaymentStep; readonly entry: Entry }[] = [];
  const undone = new Map<PaymentStep, Entry>();
  for (const entry of trail) {
    const step = stepOf[entry.type];
    if (step !== undefined) marked.push({ step, entry });
    const last = entry.type === 'StepTakenBack' ? marked.pop() : undefined;
    if (last !== undefined) undone.set(last.step, entry);
  }
  return paymentSteps.map((step) => {
    const mark = steps.find((each) => each.step === step);
    if (mark !== undefined) {
      const { at, byAdmin } = mark;
      const source = marked.find((each) => each.step === step && each.entry.at === at)?.entry;
      return { step, state: 'marked', at, by: source?.actorNickname ?? undefined, byAdmin };
    }
    const entry = undone.get(step);
    const state = entry === undefined ? 'missing' : 'undone';
    return { step, state, at: entry?.at, by: entry?.actorNickname ?? undefined, byAdmin: false };
  });
}

export const lastMarked = ({ steps }: TradePayment): PaymentStep | null => steps.at(-1)?.step ?? null;

/** Whether a step is unmarked; undefined while loading. */
export const lacksMarks = (payment: TradePayment | undefined): boolean | undefined =>
  payment && payment.steps.length < paymentSteps.length;
