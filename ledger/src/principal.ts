import type { MemberId } from '@matgyo/contracts/ids';

/** Who reads an order or a trade, or acts on it. */
export interface Principal {
  readonly memberId: MemberId;
  readonly admin: boolean;
}
