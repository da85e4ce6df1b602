import type { Side } from '@matgyo/contracts/ids';
import {
  type Consent,
  consentAfter,
  consentBegins,
  type RequiredConsent,
} from '@matgyo/ledger/trade/consent';
import { turnIn } from '@matgyo/ledger/trade/turn';
import { existing } from '../../read-model.ts';
import type { TradeRow } from './tables.ts';

type ConsentColumns = Pick<TradeRow, 'consent' | 'offered_until' | 'turn'>;
type Row = Pick<TradeRow, 'trade_id' | 'consent'>;

/** Undefined for a trade that is not offered. */
export const readConsent = (stored: string | null): Consent | undefined =>
  stored === null ? undefined : (JSON.parse(stored) as Consent);

/** Stored from the proposal on: the offer itself has the trade's id only. */
export const consentRequired = (required: RequiredConsent | undefined): ConsentColumns => ({
  consent: required === undefined ? null : JSON.stringify(required),
  offered_until: null,
  turn: null,
});

export function consentRequested({ trade_id, consent }: Row, offeredAt: string): ConsentColumns {
  const required: RequiredConsent = JSON.parse(
    existing(consent ?? undefined, `consent of trade ${trade_id}`),
  );
  return columnsOf(consentBegins(required, offeredAt));
}

export const consentGiven = ({ trade_id, consent }: Row, side: Side): ConsentColumns =>
  columnsOf(consentAfter(existing(readConsent(consent ?? null), `consent of trade ${trade_id}`), side));

/** The trade is matched, or never will be. */
export const consentOver = { consent: null, offered_until: null, turn: null } as const;

const columnsOf = (consent: Consent): ConsentColumns => ({
  consent: JSON.stringify(consent),
  offered_until: consent.until,
  turn: turnIn({ state: 'offered', consent }),
});
