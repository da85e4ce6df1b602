import type { CodeBudgetKind } from '@matgyo/contracts/endpoints/operations';
import type { Logger } from 'pino';
import { loggable } from '../../platform/http/error-answer.ts';
import { failure, RequestFailure } from '../../platform/http/request-failure.ts';
import type { SmsSender } from '../../platform/sms/sms-sender.ts';
import type { CodeBudget } from './code-budget.ts';
import type { CodeStore, CodeSubject } from './code-store.ts';
import { countingRequest, type RequestLimits } from './counting-request.ts';

export interface CodeSending {
  readonly limits: RequestLimits;
  readonly store: CodeStore;
  readonly budget: CodeBudget;
  readonly sms: SmsSender;
  readonly logger: Logger;
}

interface CodeToSend {
  /** Of who asks for it. */
  readonly ip: string;
  readonly subject: CodeSubject;
  readonly phone: string;
  readonly budget: CodeBudgetKind;
  readonly text: (code: string) => string;
  readonly failed: 'SMS_FAILED' | 'SMS_RESEND_FAILED';
}

/**
 * Sends a code whose caller learns whether the message was taken.
 *
 * @throws RequestFailure CODE_TOO_SOON, TOO_MANY_REQUESTS, and `failed`
 */
export const sendCodeTo = (deps: CodeSending, code: CodeToSend): Promise<void> =>
  countingRequest(deps.limits, code, () => sendCounted(deps, code));

async function sendCounted(
  { store, budget, sms, logger }: CodeSending,
  { subject, phone, budget: kind, text, failed }: CodeToSend,
): Promise<void> {
  await budget.refuseIfSpent(kind);
  const { id, code, deliverable } = await store.issue(subject, phone);
  if (!deliverable) {
    await store.withdraw(id);
    throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: 600 });
  }
  try {
    await budget.spend(kind);
    await sms.send({ to: phone, text: text(code), code });
  } catch (cause) {
    await store.withdraw(id);
    if (cause instanceof RequestFailure) throw cause;
    logger.warn({ error: loggable(cause) }, 'a text message was not sent');
    throw failure(failed, undefined, { cause });
  }
}
