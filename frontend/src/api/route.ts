import type { CallPath } from '@matgyo/contracts/paths/call-path';
import type { z } from 'zod';

type ValueOf<T> = T[keyof T];

/** The endpoints this client calls. Types only: the schemas would load zod on every page. */
type AnyEndpoint =
  | ValueOf<typeof import('@matgyo/contracts/endpoints/approvals').approvalEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/audit').auditEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/orders').buyOrderEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/cases').caseEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/chat').chatEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/orders').combinedOrderEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/config').configEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/staff').staffEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/images').imageEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/inquiries').inquiryEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/levels').levelEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/members').memberEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/notifications').notificationEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/one-time-codes').oneTimeCodeEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/operations').operationEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/own-account').ownAccountEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/own-trades').ownTradeEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/passkeys').passkeyEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/passwords').passwordEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/price').priceEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/reports').reportEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/reversals').reversalEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/orders').sellOrderEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/second-factor').secondFactorEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/sessions').sessionEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/stats').statsEndpoints>
  | ValueOf<typeof import('@matgyo/contracts/endpoints/trades').tradeEndpoints>;

type PlaceOf<At extends CallPath> = `${At['method']} ${At['path']}`;
/** What may be left out may also be given as one of these, which are not sent. */
type Omissible<T, Nothing> = {
  [K in keyof T]: object extends Pick<T, K> ? T[K] | Nothing : T[K];
};

/** Parameters and answers of each call, computed once: through a type parameter, the compiler takes minutes. */
type Calls = {
  readonly [E in AnyEndpoint as PlaceOf<E>]: {
    readonly params: z.input<E['params']>;
    readonly query: Omissible<z.input<E['query']>, '' | null | undefined>;
    readonly body: Omissible<z.input<E['body']>, undefined>;
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
