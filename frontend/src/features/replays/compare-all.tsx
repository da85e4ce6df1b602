import type { Replay } from '@matgyo/contracts/endpoints/operations';
import { operationPaths } from '@matgyo/contracts/paths/operations';
import { skipToken, useMutation, useMutationState, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { answerTo, queryKeys } from '../../api/queries.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { isUnderWay, watchEveryMs } from './replay-queries.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const keys = queryKeys.own.staff.replays;
const comparingAll = ['compare-all-read-models'];
const comparedOfAll = [...keys, 'compared-of-all'];

/**
 * Compares read models one after the other: together they would slow down the program that serves. It continues
 * when its page is left, so its progress is not kept in the page.
 */
export function CompareAll({ names }: { readonly names: readonly string[] }) {
  const { t, formatCount, failureText } = useTexts();
  const queryClient = useQueryClient();
  const { data: done = 0 } = useQuery<number>({ queryKey: comparedOfAll, queryFn: skipToken });
  const [underWay] = useMutationState({
    filters: { mutationKey: comparingAll, status: 'pending' },
    select: ({ state }) => state.variables as readonly string[],
  });
  const refresh = () => queryClient.invalidateQueries({ queryKey: keys });
  const compare = async (readModel: string): Promise<Replay> => {
    let replay = await call(operationPaths.startReplay, { body: { readModel, kind: 'compare' } });
    void refresh();
    while (isUnderWay(replay)) {
      await pause(watchEveryMs);
      // A query, which is asked again if an answer is lost: the others would not be compared.
      const now = answerTo(keys, operationPaths.replay, { params: { id: replay._id } });
      replay = await queryClient.fetchQuery({ ...now, staleTime: 0 });
    }
    return replay;
  };
  const comparing = useMutation({
    mutationKey: comparingAll,
    mutationFn: async (readModels: readonly string[]) => {
      let unequal = 0;
      for (const [compared, readModel] of readModels.entries()) {
        queryClient.setQueryData(comparedOfAll, compared);
        const { state } = await compare(readModel);
        if (state !== 'equal') unequal += 1;
      }
      return unequal;
    },
    onSuccess: (unequal) =>
      unequal === 0
        ? toast({ kind: 'done', text: t('replay.allEqual') })
        : toast({ kind: 'failed', text: t('replay.someUnequal', { count: unequal }) }),
    onError: (error) => toast({ kind: 'failed', text: failureText(error) }),
    onSettled: refresh,
  });
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1">
      {underWay !== undefined && <p className="text-fg-subtle text-small">{t('replay.comparingAll')}</p>}
      <Button
        size="medium"
        className="max-md:min-h-11"
        off={underWay !== undefined || names.length === 0}
        onClick={() => comparing.mutate(names)}
      >
        {underWay === undefined
          ? t('replay.compareAll')
          : t('replay.compared', { done: formatCount(done), total: formatCount(underWay.length) })}
      </Button>
    </div>
  );
}
