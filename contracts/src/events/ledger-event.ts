import type { z } from 'zod';
import { type ApprovalEvent, approvalEventSchemas } from './approval-events.ts';
import { caseEventSchemas } from './case-events.ts';
import { type LevelEvent, levelEventSchemas } from './level-events.ts';
import { type MemberEvent, memberEventSchemas } from './member-events.ts';
import { type OrderEvent, orderEventSchemas } from './order-events.ts';
import { paymentEventSchemas } from './payment-events.ts';
import { type PriceEvent, priceEventSchemas } from './price-events.ts';
import { type CaseEvent, type PaymentEvent, type TradeEvent, tradeEventSchemas } from './trade-events.ts';

export type LedgerEvent = OrderEvent | TradeEvent | PriceEvent | MemberEvent | ApprovalEvent | LevelEvent;
export type LedgerEventType = LedgerEvent['type'];
export type DataOf<Type extends LedgerEventType> = Extract<LedgerEvent, { type: Type }>['data'];

const isOf =
  <Event extends LedgerEvent>(schemas: Readonly<Record<Event['type'], unknown>>) =>
  (event: LedgerEvent): event is Event =>
    Object.hasOwn(schemas, event.type);

export const isOrderEvent = isOf<OrderEvent>(orderEventSchemas);
export const isTradeEvent = isOf<TradeEvent>(tradeEventSchemas);
export const isPaymentEvent = isOf<PaymentEvent>(paymentEventSchemas);
export const isCaseEvent = isOf<CaseEvent>(caseEventSchemas);
export const isPriceEvent = isOf<PriceEvent>(priceEventSchemas);
export const isMemberEvent = isOf<MemberEvent>(memberEventSchemas);
export const isApprovalEvent = isOf<ApprovalEvent>(approvalEventSchemas);
export const isLevelEvent = isOf<LevelEvent>(levelEventSchemas);

/** Turns `data` of one version into `data` of the next. */
export type Upcaster = (data: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

export interface EventVersions {
  /** The shape of the newest version. */
  readonly schema: z.ZodType;
  /** `upcasters[0]` turns version 1 into version 2, and so on; the newest version is their number plus one. */
  readonly upcasters: readonly Upcaster[];
}

const firstVersion = (schema: z.ZodType): EventVersions => ({ schema, upcasters: [] });

/** Every event type of the ledger. A shape only grows; any other change is a new version with an upcaster. */
export const eventVersions: Readonly<Record<string, EventVersions>> = Object.fromEntries(
  Object.entries({
    ...orderEventSchemas,
    ...tradeEventSchemas,
    ...priceEventSchemas,
    ...memberEventSchemas,
    ...approvalEventSchemas,
    ...levelEventSchemas,
  }).map(([type, schema]) => [type, firstVersion(schema)]),
);

/** An event that this version of the software cannot read. A reader stops at it; it never skips it. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';
}

/** The version in which events of this type are currently written. */
export function schemaVersionOf(type: LedgerEventType, versions = eventVersions): number {
  const known = versions[type];
  if (known === undefined) throw new UnreadableEvent(`no event is called ${type}`);
  return known.upcasters.length + 1;
}

/**
 * A stored event in the current shape: upcast from the version it was written in, then checked. Throws
 * `UnreadableEvent` for an unknown type, a version that is too new, or data that does not match the schema.
 */
export function toLedgerEvent(
  stored: { readonly type: string; readonly data: unknown; readonly schemaVersion: number },
  versions = eventVersions,
): LedgerEvent {
  const known = Object.hasOwn(versions, stored.type) ? versions[stored.type] : undefined;
  if (known === undefined) throw new UnreadableEvent(`no event is called ${stored.type}`);
  if (!Number.isInteger(stored.schemaVersion) || stored.schemaVersion < 1)
    throw new UnreadableEvent(`${stored.type} is of no version`);
  if (stored.schemaVersion > known.upcasters.length + 1)
    throw new UnreadableEvent(`${stored.type} version ${stored.schemaVersion} is newer than this software`);
  const upcast = known.upcasters
    .slice(stored.schemaVersion - 1)
    .reduce((data, next) => next(data), stored.data as Readonly<Record<string, unknown>>);
  const parsed = known.schema.safeParse(upcast);
  if (!parsed.success)
    throw new UnreadableEvent(`${stored.type} does not have its shape: ${shapeFault(parsed.error)}`);
  return { type: stored.type, data: parsed.data } as LedgerEvent;
}

/** Names the field and the rule, never the value. */
const shapeFault = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.')} ${issue.code}`).join(', ');
