import type { MemberId } from '@matgyo/contracts/ids';
import type { Price } from '@matgyo/contracts/money';
import { priceStream } from '@matgyo/contracts/streams';
import { refuseOutdated } from '@matgyo/ledger/approval/decisions';
import { priceDecider, refuseUnlessSeen, setPrice } from '@matgyo/ledger/price/price';
import { refuse } from '@matgyo/ledger/refusal';
import { executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { loadPriceStream, newestPrices } from '../price/current-price.ts';
import { moveBeyond } from '../price/price-move.ts';
import { refuseUnlessAdmins } from '../second-admin/approval-of.ts';
import type { TradeProcess } from '../trades/trade-process.ts';
import type { ActionKind, ActionOf } from './action-kinds.ts';

export interface RequestedPrice {
  readonly askedBy: MemberId;
  readonly price: Price;
  /** Of the price that was seen. */
  readonly expectedRevision?: number | null | undefined;
  readonly at: string;
}

/** A new price, as of now. Refused: PRICE_CHANGED, PRICE_NOT_SET, APPROVAL_NOT_NEEDED. */
export async function requestedPrice(
  { ledger: { log }, fourEyes }: TradeProcess,
  { askedBy, price, expectedRevision, at }: RequestedPrice,
): Promise<ActionOf<'price'>> {
  const { state, revision } = await loadPriceStream(log);
  refuseUnlessSeen(state, revision, expectedRevision);
  const from = await moveBeyond(log, { price, revision, at }, fourEyes.pricePercent);
  const isAlone = async () => (await fourEyes.otherAdmins(askedBy, log)).length === 0;
  if (from === undefined || state.price === undefined || (await isAlone())) refuse('APPROVAL_NOT_NEEDED');
  return { kind: 'price', revision, price, before: state.price, from };
}

/** A price to be approved, which replaces the one that the admin saw. */
export const price: ActionKind<'price'> = {
  async now({ ledger }) {
    const { revision } = await loadPriceStream(ledger.log);
    return { revision };
  },
  perform: (process, { command, approvalId, admins, action }) =>
    executeOnStream({
      ledger: process.ledger,
      stream: priceStream,
      decider: priceDecider,
      command,
      extent: newestPrices,
      async decide(before, revision) {
        refuseOutdated(action, { revision });
        await refuseUnlessAdmins(process, admins);
        return setPrice(before, action.price, { approval: approvalId });
      },
    }),
  audited: () => ({ action: 'price-set', stream: priceStream }),
};
