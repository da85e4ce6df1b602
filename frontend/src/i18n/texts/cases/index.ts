import { disputes } from './disputes.ts';
import { inquiries } from './inquiries.ts';
import { payment } from './payment.ts';
import { trail } from './trail.ts';

/** Texts of trades, disputes, inquiries and records, which most visits never fetch. */
export default { ...inquiries, ...payment, ...trail, ...disputes } as const;
