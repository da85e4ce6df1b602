import { loggable } from '../../platform/http/error-answer.ts';
import { failure, RequestFailure } from '../../platform/http/request-failure.ts';
import type { IdentityParts } from '../parts.ts';
import type { CodeSubject } from './code-store.ts';
import { type CodeRequest, countingRequest } from './counting-request.ts';

interface CodeToSend extends CodeRequest {
  readonly subject: CodeSubject;
  readonly phone: string;
  readonly text: (code: string) => string;
  readonly failed: 'SMS_FAILED' | 'SMS_RESEND_FAILED';
}

/**
 * Sends a code and fails if the provider does not accept the message.
 *
 * @throws RequestFailure CODE_TOO_SOON, TOO_MANY_REQUESTS, CHALLENGE_REQUIRED, and `failed`
 */
export const sendCodeTo = (deps: IdentityParts, code: CodeToSend): Promise<void> =>
  countingRequest(deps, code, () => sendCounted(deps, code));

async function sendCounted(
  { store, budget, sms, logger }: IdentityParts,
  { subject, phone, budget: kind, owner = false, text, failed }: CodeToSend,
): Promise<void> {
  const { id, code, deliverable } = await store.issue(subject, phone);
  if (!deliverable) {
    await store.withdraw(id);
    throw failure('TOO_MANY_REQUESTS', undefined, { retryAfterSeconds: 600 });
  }
  try {
    await budget.spend(kind, { beyond: owner !== false });
    await sms.send({ to: phone, text: text(code), code });
  } catch (cause) {
    await store.withdraw(id);
    if (cause instanceof RequestFailure) throw cause;
    logger.warn({ error: loggable(cause) }, 'a text message was not sent');
    throw failure(failed, undefined, { cause });
  }
}
