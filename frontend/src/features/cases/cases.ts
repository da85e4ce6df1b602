import type { RulingOutcome, RulingReason } from '@matgyo/contracts/cases';
import { casePaths } from '@matgyo/contracts/paths/cases';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, newUuid } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';

export const shownCases = ['open', 'mine', 'ended', 'all'] as const;
export type ShownCases = (typeof shownCases)[number];

const pageSize = 50;
const { trades } = queryKeys.own;

/** Of members their own, of admins all; newest first. */
export const useCases = (show: ShownCases) =>
  useInfiniteQuery({
    queryKey: trades.cases(show),
    queryFn: ({ pageParam, signal }) =>
      call(casePaths.cases, {
        signal,
        query: { limit: pageSize, show, ...(pageParam !== undefined && { cursor: pageParam }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });

export const useCase = (id: string) =>
  useQuery({
    queryKey: trades.case(id),
    queryFn: ({ signal }) => call(casePaths.case, { signal, params: { id } }),
  });

export type CaseAct =
  | { readonly act: 'withdraw' | 'take' | 'release' }
  | { readonly act: 'state'; readonly statement: string; readonly image: Blob | undefined }
  | {
      readonly act: 'rule';
      readonly outcome: RulingOutcome;
      readonly reasons: RulingReason[];
      readonly statement: string;
    };

/** What is tried again unchanged carries the same key, so that it happens once. */
function useKey() {
  const last = useRef<{ readonly what: readonly unknown[]; readonly key: string }>(undefined);
  return {
    of(...what: readonly unknown[]): string {
      const isSame = last.current?.what.every((part, index) => part === what[index]) === true;
      if (!isSame || last.current === undefined) last.current = { what, key: newUuid() };
      return last.current.key;
    },
    done() {
      last.current = undefined;
    },
  };
}

export function useCaseAct(id: string) {
  const queryClient = useQueryClient();
  const key = useKey();
  return useMutation({
    mutationFn: async (asked: CaseAct): Promise<void> => {
      const params = { id };
      switch (asked.act) {
        case 'state': {
          const { statement, image } = asked;
          const idempotencyKey = key.of('state', statement, image);
          const form = formOf({ statement }, image);
          await call(casePaths.addStatement, { params, idempotencyKey, form });
          return;
        }
        case 'rule': {
          const { act, ...body } = asked;
          const idempotencyKey = key.of(act, JSON.stringify(body));
          await call(casePaths.rule, { params, idempotencyKey, body });
          return;
        }
        default:
          await call(casePaths[asked.act], { params, idempotencyKey: key.of(asked.act), body: {} });
      }
    },
    onSuccess: key.done,
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: trades.all });
      void queryClient.invalidateQueries({ queryKey: queryKeys.own.desk.orders });
    },
  });
}

interface Opening {
  readonly reason: string;
  readonly statement: string;
  readonly image: Blob | undefined;
}

export function useOpenCase(tradeId: string) {
  const queryClient = useQueryClient();
  const key = useKey();
  return useMutation({
    mutationFn: ({ reason, statement, image }: Opening) =>
      call(casePaths.openCase, {
        params: { id: tradeId },
        idempotencyKey: key.of(reason, statement, image),
        form: formOf({ reason, statement }, image),
      }),
    onSuccess: key.done,
    onSettled: () => queryClient.invalidateQueries({ queryKey: trades.all }),
  });
}

function formOf(fields: Readonly<Record<string, string>>, image: Blob | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  if (image !== undefined) form.set('image', image, 'image.jpg');
  return form;
}
