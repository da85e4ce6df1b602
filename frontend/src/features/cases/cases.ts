import type { AppealOutcome, RulingOutcome, RulingReason } from '@matgyo/contracts/cases';
import type { Usdt } from '@matgyo/contracts/money';
import { casePaths } from '@matgyo/contracts/paths/cases';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { answerTo } from '../../api/answer-to.ts';
import { type Command, command, formCommand, type OutcomeTexts, useCommand } from '../../api/command.ts';
import { pages } from '../../api/pages.ts';
import { queryKeys } from '../../api/query-keys.ts';

export const shownCases = ['open', 'mine', 'ended', 'all'] as const;
export type ShownCases = (typeof shownCases)[number];

const pageSize = 50;
const { trades } = queryKeys.own;

/** Newest first. */
export const useCases = (show: ShownCases | 'own') =>
  useInfiniteQuery({ queryKey: trades.cases(show), ...pages(casePaths.cases, { limit: pageSize, show }) });

export const useCase = (id: string) =>
  useQuery(answerTo(trades.case(id), casePaths.case, { params: { id } }));

interface StatementInput {
  readonly statement: string;
  readonly image: Blob | undefined;
}
interface Opening extends StatementInput {
  readonly reason: string;
}
interface Ruling {
  readonly outcome: RulingOutcome;
  /** What is completed, if less than matched. */
  readonly amount?: Usdt;
  readonly reasons: RulingReason[];
  readonly statement: string;
}
export type CaseAction =
  | { readonly kind: 'withdraw' | 'take' | 'release' }
  | ({ readonly kind: 'state' | 'appeal' } & StatementInput)
  | { readonly kind: 'decide'; readonly outcome: AppealOutcome; readonly statement: string }
  | ({ readonly kind: 'rule' } & Ruling);

export const useCaseCommand = (id: string, texts?: OutcomeTexts) =>
  useCommand({
    ...texts,
    command: (action: CaseAction) => caseCommand(id, action),
    changes: [trades.all, queryKeys.own.admin.orders],
  });

function caseCommand(id: string, action: CaseAction): Command<{ readonly message: string }> {
  const params = { id };
  switch (action.kind) {
    case 'state':
    case 'appeal': {
      const { kind, statement, image } = action;
      const path = kind === 'state' ? casePaths.addStatement : casePaths.appeal;
      return formCommand(path, { params }, { statement, image });
    }
    case 'decide': {
      const { outcome, statement } = action;
      return command(casePaths.ruleOnAppeal, { params, body: { outcome, statement } });
    }
    case 'rule': {
      const { kind: _, ...body } = action;
      return command(casePaths.rule, { params, body });
    }
    case 'take':
      return command(casePaths.take, { params, body: {} });
    case 'release':
      return command(casePaths.release, { params, body: {} });
    case 'withdraw':
      return command(casePaths.withdraw, { params, body: {} });
    default:
      return action satisfies never;
  }
}

export const useOpenCase = (tradeId: string, texts: OutcomeTexts) =>
  useCommand({
    ...texts,
    command: (opening: Opening) =>
      formCommand(casePaths.openCase, { params: { id: tradeId } }, { ...opening }),
    changes: [trades.all],
  });
