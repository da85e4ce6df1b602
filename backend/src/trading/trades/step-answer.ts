import { awaitedStep } from '@matgyo/ledger/trade/payment';
import type { Trade } from '@matgyo/ledger/trade/trade';
import type { Executed } from '../commands/execute-on-stream.ts';

/** The reply to a payment change, with the next step. */
export const stepDone = ({ state, events }: Executed<Trade>, message: string) => ({
  answer: { message, next: state.state === 'matched' ? (awaitedStep(state.payment) ?? null) : null },
  event: events.at(-1),
});
