import type { Role } from '@matgyo/contracts/events/member-events';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Level } from '@matgyo/contracts/levels';
import type { Krw, Price, Rate } from '@matgyo/contracts/money';
import { levelsStream, memberStream, priceStream } from '@matgyo/contracts/streams';
import { adminId, EventWriter } from './event-writer.ts';

/** Members, the price and the levels. */
export class AccountHistory extends EventWriter {
  readonly members: MemberId[] = [];
  protected readonly referralCodes = new Map<MemberId, string | null>();
  protected readonly prices: Price[] = [];

  price(price: string): void {
    this.prices.push(price as Price);
    this.append(priceStream, 'admin', [{ type: 'PriceSet', data: { price: price as Price } }]);
  }

  levels(...levels: readonly Level[]): void {
    const data = { levels: levels.map((level) => ({ ...level })) };
    this.append(levelsStream, 'system', [{ type: 'LevelsSet', data }]);
  }

  /** Levels without limits, and how much worse than its own price an order may be matched. */
  tolerance(matchTolerance: string): void {
    const limits = {
      fourEyesKrw: '10000000' as Krw,
      fourEyesPercent: '5',
      matchTolerance: matchTolerance as Rate,
    };
    const data = { levels: [{ trades: 0, openKrw: null }], limits };
    this.append(levelsStream, 'system', [{ type: 'LevelsSet', data }]);
  }

  /** The admin who performs all staff actions, created as an installation does at its first start. */
  firstAdmin(): this {
    const memberId = adminId as MemberId;
    this.append(memberStream(memberId), 'system', [
      { type: 'MemberRegistered', data: { memberId, referralCode: null, inviteCode: 'ADMIN' } },
      { type: 'MemberActivated', data: { memberId } },
      { type: 'RoleGranted', data: { memberId, role: 'admin' } },
    ]);
    return this;
  }

  member({
    referralCode = null,
    active = true,
  }: {
    referralCode?: string | null;
    active?: boolean;
  } = {}): MemberId {
    const memberId = this.id() as MemberId;
    const inviteCode = `INV${memberId.slice(-6)}`;
    this.members.push(memberId);
    this.referralCodes.set(memberId, referralCode);
    this.append(memberStream(memberId), 'member', [
      { type: 'MemberRegistered', data: { memberId, referralCode, inviteCode } },
    ]);
    if (active) this.setActive(memberId, true);
    return memberId;
  }

  setActive(memberId: MemberId, active: boolean): void {
    const type = active ? 'MemberActivated' : 'MemberDeactivated';
    this.append(memberStream(memberId), 'admin', [{ type, data: { memberId } }]);
  }

  setRole(memberId: MemberId, role: Role, granted: boolean): void {
    const type = granted ? 'RoleGranted' : 'RoleRevoked';
    this.append(memberStream(memberId), 'admin', [{ type, data: { memberId, role } }]);
  }

  changeReferralCode(memberId: MemberId, referralCode: string): void {
    this.referralCodes.set(memberId, referralCode);
    this.append(memberStream(memberId), 'admin', [
      { type: 'ReferralCodeChanged', data: { memberId, referralCode } },
    ]);
  }
}
