import type { CaseReason } from '@matgyo/contracts/cases';
import type { CaseEvent, PaymentEvent } from '@matgyo/contracts/events/trade-events';
import type { ApprovalId, MemberId, TradeId } from '@matgyo/contracts/ids';
import type { PaymentStep } from '@matgyo/contracts/payment-steps';
import { appeal } from '@matgyo/ledger/trade/appeal-decisions';
import { addStatement, type CaseInput, openCase, takeCase } from '@matgyo/ledger/trade/case-decisions';
import { markStep } from '@matgyo/ledger/trade/payment-decisions';
import type { Trade } from '@matgyo/ledger/trade/trade';
import { approve } from '../../trading/approvals/approve.ts';
import { decideAppeal } from '../../trading/cases/appeal-case.ts';
import { cancelTrade, carryOutRuling, completeTrade } from '../../trading/trades/finish-trade.ts';
import type { Actor, DryRun } from './dry-run.ts';
import { caseIdOf, signatureOf } from './names.ts';
import type { DemoStatements, StatementName } from './trade-rows.ts';

interface TradeActionsOptions {
  readonly dryRun: DryRun;
  readonly admin: Actor;
  readonly idOf: (key: string) => MemberId;
  readonly statements: DemoStatements;
}

/** What the parties of a match and the admins do with it. A party is named by its key in the scenario. */
export class TradeActions {
  readonly #dryRun: DryRun;
  readonly #admin: Actor;
  readonly #secondAdmin: Actor;
  readonly #idOf: (key: string) => MemberId;
  readonly #statements: DemoStatements;
  readonly #reversals = new Map<TradeId, ApprovalId>();

  constructor({ dryRun, admin, idOf, statements }: TradeActionsOptions) {
    this.#dryRun = dryRun;
    this.#admin = admin;
    this.#secondAdmin = { id: idOf('admin2'), role: 'admin' };
    this.#idOf = idOf;
    this.#statements = statements;
  }

  complete = (tradeId: TradeId) =>
    this.#dryRun.run(`${tradeId} completes`, this.#admin, (process, command) =>
      completeTrade(process, { approval: 'nothing typed', command, trade: { tradeId } }),
    );

  cancel = (tradeId: TradeId) =>
    this.#dryRun.run(`${tradeId} is cancelled`, this.#admin, (process, command) =>
      cancelTrade(process, { command, trade: { tradeId } }),
    );

  mark(key: string, tradeId: TradeId, step: PaymentStep, evidence?: string): Promise<void> {
    const signature = step === 'tether-sent' ? signatureOf(tradeId) : undefined;
    return this.#asParty(`${tradeId} ${step}`, key, tradeId, (trade, { actor }) =>
      markStep(trade, { step, actor, signature, evidence }),
    );
  }

  dispute = (key: string, tradeId: TradeId, reason: CaseReason, statement: StatementName) =>
    this.#asParty(`${tradeId} dispute`, key, tradeId, (trade, action) =>
      openCase(trade, { ...action, reason, statement: this.#hashOf(statement) }),
    );

  answerDispute = (key: string, tradeId: TradeId, statement: StatementName) =>
    this.#asParty(`${tradeId} answer`, key, tradeId, (trade, action) =>
      addStatement(trade, { ...action, statement: this.#hashOf(statement) }),
    );

  async rule(tradeId: TradeId): Promise<void> {
    const caseId = caseIdOf(tradeId);
    const adminId = this.#idOf('admin');
    await this.#dryRun.onTrade(`${tradeId} is taken`, this.#admin, tradeId, (trade) =>
      takeCase(trade, { caseId, adminId }),
    );
    const grounds = this.#hashOf('ruling');
    await this.#dryRun.run(`${tradeId} is ruled on`, this.#admin, (process, command) =>
      carryOutRuling(process, {
        approval: 'nothing typed',
        command,
        trade: { tradeId },
        ruling: { caseId, adminId, outcome: 'complete', reasons: ['PAYMENT_PROVEN'], grounds },
      }),
    );
  }

  appeal = (key: string, tradeId: TradeId) =>
    this.#asParty(`${tradeId} appeal`, key, tradeId, (trade, action, at) =>
      appeal(trade, { ...action, statement: this.#hashOf('appeal'), at }),
    );

  decideAppeal(tradeId: TradeId) {
    const decision = {
      caseId: caseIdOf(tradeId),
      outcome: 'confirm',
      grounds: this.#hashOf('appeal ruling'),
    } as const;
    return this.#dryRun.run(`${tradeId} appeal is decided`, this.#secondAdmin, (process, command) =>
      decideAppeal(process, { ...decision, tradeId, command }),
    );
  }

  async requestReversal(tradeId: TradeId): Promise<void> {
    const request = { tradeId, reason: 'MONEY_RETURNED', grounds: this.#hashOf('reversal') } as const;
    const approvalId = await this.#dryRun.requestReversal(`${tradeId} reversal`, this.#admin, request);
    this.#reversals.set(tradeId, approvalId);
  }

  async approveReversal(tradeId: TradeId): Promise<void> {
    const approvalId = this.#reversals.get(tradeId);
    if (approvalId !== undefined)
      await this.#dryRun.run(`${tradeId} reversal is approved`, this.#secondAdmin, (process, command) =>
        approve(process, { command, approvalId, note: async () => {} }),
      );
  }

  #asParty(
    name: string,
    key: string,
    tradeId: TradeId,
    decide: (trade: Trade, action: CaseInput, at: string) => readonly (CaseEvent | PaymentEvent)[],
  ): Promise<void> {
    const action = { caseId: caseIdOf(tradeId), actor: { memberId: this.#idOf(key), admin: false } };
    return this.#dryRun.onTrade(name, { id: this.#idOf(key), role: 'member' }, tradeId, (trade, at) =>
      decide(trade, action, at),
    );
  }

  #hashOf = (statement: StatementName): string => this.#statements[statement].hash;
}
