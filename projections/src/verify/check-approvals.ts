import { noSecondAdmin } from '@matgyo/contracts/approvals';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { besideMs } from '@matgyo/ledger/oracle/price-tolerances';
import { type Finding, findingAt } from './finding.ts';

interface Member {
  readonly inviteCode: string;
  readonly roles: Set<string>;
  active: boolean;
  /** When they got and lost each role while active, each time. */
  readonly terms: Term[];
}

interface Term {
  readonly role: string;
  readonly from: number;
  until: number;
}

interface RequestedApproval {
  readonly askedBy: string;
  readonly until: number;
  grantedBy?: string;
}

/** Who decides no appeal against a ruling, and for whom its fee counts, who does not either. */
interface Ruling {
  /** The parties, who ruled, and who approved it. */
  readonly excluded: string[];
  feeCode: unknown;
}

/** An accepted action may be appended shortly after its actor has lost the role, or another admin has got it. */
const underWayMs = 60_000;

/** Limits of one admin as the configuration was at a time, by the field of the event that names one. */
type FourEyesLimits = Readonly<Record<'fourEyesKrw' | 'fourEyesPercent', unknown>>;

/**
 * Checks actions that need two admins, folded from the log: the second one was an active admin then, in time; if an
 * event states that there was no other admin, there was none; and role changes state their approval, from the first one
 * on that does (the first admin exists before), whatever their actor. An event names no other limit than one that was
 * recorded for its time, or for the day before it.
 */
export class ApprovalCheck {
  readonly #members = new Map<string, Member>();
  readonly #requested = new Map<string, RequestedApproval>();
  /** Seller and buyer of each trade in progress. */
  readonly #parties = new Map<string, readonly string[]>();
  /** By trade. */
  readonly #ruled = new Map<string, Ruling>();
  #saysWhoAgreed = false;
  /** The latest time so far: an event that names an earlier one is not judged by earlier limits. */
  #latest = 0;
  readonly #limits: { readonly from: number; readonly limits: FourEyesLimits }[] = [];

  /** Call for each event of the log, in order. */
  event(event: RecordedEvent): readonly Finding[] {
    this.#latest = Math.max(this.#latest, Date.parse(event.metadata.at));
    const isOfMember = event.stream.startsWith('member-') && !isRetirement(event);
    const powers = () => powersOf(this.#members.get(String(event.data['memberId'])));
    const before = isOfMember ? powers() : [];
    const why = this.#whyNotAgreed(event);
    this.#fold(event);
    if (why !== undefined) return [findingAt('approvals', event, why)];
    if (!isOfMember) return [];
    if (event.data['approval'] !== undefined) this.#saysWhoAgreed = true;
    else if (this.#saysWhoAgreed && changesPower(before, powers()))
      return [findingAt('approvals', event, `${event.type} moves a power, and no one agreed`)];
    return [];
  }

  #whyNotGranted({ data, metadata }: RecordedEvent): string | undefined {
    const at = Date.parse(metadata.at);
    const requested = this.#requested.get(String(data['approvalId']));
    if (requested !== undefined && at >= requested.until)
      return 'an approval is granted after its time was over';
    for (const one of [String(data['by']), requested?.askedBy])
      if (one !== undefined && !this.had(one, 'admin', at))
        return `an approval is granted, and ${one} was no active admin then`;
    return undefined;
  }

  #whyNotAgreed(event: RecordedEvent): string | undefined {
    const { type, data, metadata } = event;
    if (type === 'ApprovalGranted') return this.#whyNotGranted(event);
    const ruled = type === 'AppealRuled' ? this.#ruled.get(String(data['tradeId'])) : undefined;
    if (this.#isOwnCode(metadata.actorId, ruled?.feeCode))
      return 'an appeal is decided by an admin for whom the fee of the trade counts';
    const { approval, fourEyesKrw } = data;
    // Earlier versions named neither, and let such admins act.
    const isRefused =
      (type === 'TradeCompleting' && (approval ?? fourEyesKrw) !== undefined) || type === 'TradeReversed';
    if (isRefused && this.#isOwnCode(metadata.actorId, data['sellerReferralCode']))
      return `${type} is by an admin for whom the fee of the trade counts`;
    if (approval === undefined) return this.#whyOtherLimit(data);
    if (approval !== noSecondAdmin) return undefined;
    // A reversal names its parties; those of a completed trade were dropped.
    const named = [String(data['sellerId']), String(data['buyerId'])];
    const excluded = ruled?.excluded ?? this.#parties.get(String(data['tradeId'])) ?? named;
    const other = this.otherAdmin(
      Date.parse(metadata.at),
      (id) =>
        // Also by the log's order: the clock that dated the end may have run ahead.
        !this.#isAdmin(id) ||
        id === metadata.actorId ||
        excluded.includes(id) ||
        this.#isOwnCode(id, ruled?.feeCode),
    );
    return other && `${type} says that there was no other admin, and ${other} was one`;
  }

  hasAdmin = (): boolean => [...this.#members.keys()].some(this.#isAdmin);

  /** Whether a member had the role while active, also shortly before that time. In milliseconds since 1970. */
  had(id: string, role: string, at: number): boolean {
    const last = this.#lastTerm(id, role);
    return last !== undefined && last.until + underWayMs >= at;
  }

  /** A member who was an active admin at that time, and whom `isExcluded` does not name. */
  otherAdmin(at: number, isExcluded: (memberId: string) => boolean): string | undefined {
    for (const [id, { terms }] of this.#members)
      if (
        !isExcluded(id) &&
        terms.some(
          ({ role, from, until }) => role === 'admin' && from + underWayMs < at && until > at + underWayMs,
        )
      )
        return id;
    return undefined;
  }

  /** Limits recorded for less than a day do not yet exclude those from before, which the log may not know. */
  #whyOtherLimit(data: RecordedEvent['data']): string | undefined {
    const [field] = (['fourEyesKrw', 'fourEyesPercent'] as const).filter((name) => data[name] !== undefined);
    if (field === undefined) return undefined;
    const stableIndex = this.#limits.findLastIndex(({ from }) => from <= this.#latest - besideMs);
    if (
      stableIndex < 0 ||
      this.#limits.slice(stableIndex).some(({ limits }) => limits[field] === data[field])
    )
      return undefined;
    return `the limit for one admin that it names, ${data[field]}, was not the configured one`;
  }

  #lastTerm = (id: string, role: string): Term | undefined =>
    this.#members.get(id)?.terms.findLast((term) => term.role === role);

  #isAdmin = (id: string): boolean => this.#lastTerm(id, 'admin')?.until === Number.POSITIVE_INFINITY;

  #isOwnCode(id: string, code: unknown): boolean {
    const own = this.#members.get(id)?.inviteCode;
    return typeof code === 'string' && code.toLowerCase() === own?.toLowerCase();
  }

  #fold({ type, data, metadata }: RecordedEvent): void {
    const at = Date.parse(metadata.at);
    switch (type) {
      case 'ApprovalRequested': {
        const until = at + Number(data['minutes']) * 60_000;
        this.#requested.set(String(data['approvalId']), { askedBy: String(data['askedBy']), until });
        return;
      }
      case 'ApprovalGranted': {
        const requested = this.#requested.get(String(data['approvalId']));
        if (requested !== undefined) requested.grantedBy = metadata.actorId;
        return;
      }
      case 'TradeProposed':
        this.#parties.set(String(data['tradeId']), [String(data['sellerId']), String(data['buyerId'])]);
        return;
      case 'CaseRuled': {
        const parties = this.#parties.get(String(data['tradeId'])) ?? [];
        const excluded = [...parties, metadata.actorId];
        this.#ruled.set(String(data['tradeId']), { excluded, feeCode: undefined });
        return;
      }
      case 'TradeCompleting':
      case 'TradeCancelling': {
        const ruled = this.#ruled.get(String(data['tradeId']));
        if (ruled === undefined) return;
        ruled.feeCode = data['sellerReferralCode'];
        const approvedBy = this.#requested.get(String(data['approval']))?.grantedBy;
        if (approvedBy !== undefined) ruled.excluded.push(approvedBy);
        return;
      }
      case 'TradeCompleted':
      case 'TradeCancelled':
      case 'TradeRejected':
        this.#parties.delete(String(data['tradeId']));
        return;
      case 'LevelsSet':
        if (data['limits'] !== undefined)
          this.#limits.push({ from: at, limits: data['limits'] as FourEyesLimits });
        return;
      case 'MemberRegistered':
        this.#members.set(String(data['memberId']), {
          inviteCode: String(data['inviteCode']),
          roles: new Set(),
          active: false,
          terms: [],
        });
        return;
      default:
        this.#foldMember(type, data, at);
    }
  }

  #foldMember(type: string, data: RecordedEvent['data'], at: number): void {
    const member = this.#members.get(String(data['memberId']));
    if (member === undefined) return;
    if (type === 'MemberActivated') member.active = true;
    if (type === 'MemberDeactivated') member.active = false;
    if (type === 'RoleGranted') member.roles.add(String(data['role']));
    if (type === 'RoleRevoked') member.roles.delete(String(data['role']));
    const powers = powersOf(member);
    const running = member.terms.filter(({ until }) => until === Number.POSITIVE_INFINITY);
    for (const term of running) if (!powers.includes(term.role)) term.until = at;
    for (const role of powers)
      if (!running.some((term) => term.role === role))
        member.terms.push({ role, from: at, until: Number.POSITIVE_INFINITY });
  }
}

const powersOf = (member: Member | undefined): readonly string[] =>
  member?.active === true ? [...member.roles] : [];

/** An action of the operator, which has an entry in the audit log. */
const isRetirement = ({ type, data, metadata }: RecordedEvent): boolean =>
  type === 'RoleRevoked' && data['role'] === 'admin' && metadata.actorRole === 'system';

const changesPower = (had: readonly string[], has: readonly string[]): boolean =>
  has.some((role) => !had.includes(role)) || (had.includes('admin') && !has.includes('admin'));
