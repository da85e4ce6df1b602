import type { approvalEndpoints } from '@matgyo/contracts/endpoints/approvals';
import type { auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import type { caseEndpoints } from '@matgyo/contracts/endpoints/cases';
import type { chatEndpoints } from '@matgyo/contracts/endpoints/chat';
import type { configEndpoints } from '@matgyo/contracts/endpoints/config';
import type { imageEndpoints } from '@matgyo/contracts/endpoints/images';
import type { inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import type { levelEndpoints } from '@matgyo/contracts/endpoints/levels';
import type { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import type { notificationEndpoints } from '@matgyo/contracts/endpoints/notifications';
import type { oneTimeCodeEndpoints } from '@matgyo/contracts/endpoints/one-time-codes';
import type { operationEndpoints } from '@matgyo/contracts/endpoints/operations';
import type {
  buyOrderEndpoints,
  combinedOrderEndpoints,
  sellOrderEndpoints,
} from '@matgyo/contracts/endpoints/orders';
import type { ownAccountEndpoints } from '@matgyo/contracts/endpoints/own-account';
import type { ownTradeEndpoints } from '@matgyo/contracts/endpoints/own-trades';
import type { passkeyEndpoints } from '@matgyo/contracts/endpoints/passkeys';
import type { passwordEndpoints } from '@matgyo/contracts/endpoints/passwords';
import type { priceEndpoints } from '@matgyo/contracts/endpoints/price';
import type { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import type { reversalEndpoints } from '@matgyo/contracts/endpoints/reversals';
import type { secondFactorEndpoints } from '@matgyo/contracts/endpoints/second-factor';
import type { sessionEndpoints } from '@matgyo/contracts/endpoints/sessions';
import type { staffEndpoints } from '@matgyo/contracts/endpoints/staff';
import type { statsEndpoints } from '@matgyo/contracts/endpoints/stats';
import type { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import type { CallPath } from '@matgyo/contracts/paths/call-path';
import type { z } from 'zod';

type ValueOf<T> = T[keyof T];

/** The endpoints this client calls. Types only: the schemas would load zod on every page. */
type AnyEndpoint =
  | ValueOf<typeof approvalEndpoints>
  | ValueOf<typeof auditEndpoints>
  | ValueOf<typeof buyOrderEndpoints>
  | ValueOf<typeof caseEndpoints>
  | ValueOf<typeof chatEndpoints>
  | ValueOf<typeof combinedOrderEndpoints>
  | ValueOf<typeof configEndpoints>
  | ValueOf<typeof staffEndpoints>
  | ValueOf<typeof imageEndpoints>
  | ValueOf<typeof inquiryEndpoints>
  | ValueOf<typeof levelEndpoints>
  | ValueOf<typeof memberEndpoints>
  | ValueOf<typeof notificationEndpoints>
  | ValueOf<typeof oneTimeCodeEndpoints>
  | ValueOf<typeof operationEndpoints>
  | ValueOf<typeof ownAccountEndpoints>
  | ValueOf<typeof ownTradeEndpoints>
  | ValueOf<typeof passkeyEndpoints>
  | ValueOf<typeof passwordEndpoints>
  | ValueOf<typeof priceEndpoints>
  | ValueOf<typeof reportEndpoints>
  | ValueOf<typeof reversalEndpoints>
  | ValueOf<typeof sellOrderEndpoints>
  | ValueOf<typeof secondFactorEndpoints>
  | ValueOf<typeof sessionEndpoints>
  | ValueOf<typeof statsEndpoints>
  | ValueOf<typeof tradeEndpoints>;

type PlaceOf<At extends CallPath> = `${At['method']} ${At['path']}`;
/** Parameters and answers of each call, computed once: through a type parameter, the compiler takes minutes. */
type Calls = {
  readonly [E in AnyEndpoint as PlaceOf<E>]: {
    readonly params: z.input<E['params']>;
    readonly query: z.input<E['query']>;
    readonly body: z.input<E['body']>;
    readonly answer: z.output<E['response']>;
  };
};

/** A method and path of `contracts/src/paths` with an endpoint above. */
export type Route = CallPath & {
  readonly [K in 'method' | 'path']: AnyEndpoint[K];
};

/** Not `Calls[PlaceOf<R> & keyof Calls]`: where `R` is open, the compiler would combine every method with every path. */
type CallOf<R extends Route> = PlaceOf<R> extends infer P extends keyof Calls ? Calls[P] : never;

export type ParamsOf<R extends Route> = CallOf<R>['params'];
export type QueryOf<R extends Route> = CallOf<R>['query'];
export type BodyOf<R extends Route> = CallOf<R>['body'];
export type AnswerOf<R extends Route> = CallOf<R>['answer'];
