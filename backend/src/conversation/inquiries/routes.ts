import { inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import type { Shared } from '../../shared.ts';
import type { Notifier } from '../notifications/notifier.ts';
import { closeInquiry } from './close-inquiry.ts';
import { commentOnInquiry } from './comment-on-inquiry.ts';
import { deleteInquiry } from './delete-inquiry.ts';
import { countWaitingInquiries, listActiveInquiries, listOwnInquiries } from './list-inquiries.ts';
import { submitInquiry } from './submit-inquiry.ts';

export interface InquiryDependencies extends Pick<Shared, 'db' | 'sealedRows'> {
  readonly limits: Pick<RateLimits, 'inquiriesOf'>;
  readonly notifier: Pick<Notifier, 'notify'>;
}

/** The inquiry endpoints. Inactive members may use them too (docs/http.md). */
export function inquiryRoutes(deps: InquiryDependencies): readonly Route[] {
  const { db } = deps;
  return capability(inquiryEndpoints, {
    submitInquiry: async (request) => ({
      message: 'Your inquiry has been submitted.',
      inquiry: await submitInquiry(deps, request),
    }),
    ownInquiries: (request) => listOwnInquiries(db, request),
    activeInquiries: (request) => listActiveInquiries(db, request),
    waitingInquiries: () => countWaitingInquiries(db),
    commentOnInquiry: async (request) => ({
      message: 'comment added',
      inquiry: await commentOnInquiry(deps, request),
    }),
    closeInquiry: async (request) => ({
      message: 'inquiry closed',
      inquiry: await closeInquiry(deps, request),
    }),
    async deleteInquiry(request) {
      await deleteInquiry(deps, request);
      return { message: 'inquiry deleted' };
    },
  });
}
