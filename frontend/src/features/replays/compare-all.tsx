import type { Replay } from '@matgyo/contracts/endpoints/operations';
import { operationPaths } from '@matgyo/contracts/paths/operations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/queries.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { isUnderWay, watchEveryMs } from './replay-queries.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Compares read models one after the other: together they would slow down the program that serves. */
export function CompareAll({ names }: { readonly names: readonly string[] }) {
  const { t, formatCount, failureText } = useTexts();
  const queryClient = useQueryClient();
  const [done, setDone] = useState(0);
  const refresh = () => queryClient.invalidateQueries({ queryKey: queryKeys.own.staff.replays.all });
  const compare = async (readModel: string): Promise<Replay> => {
    let replay = await call(operationPaths.startReplay, { body: { readModel, kind: 'compare' } });
    void refresh();
    while (isUnderWay(replay)) {
      await pause(watchEveryMs);
      replay = await call(operationPaths.replay, { params: { id: replay._id } });
    }
    return replay;
  };
  const comparing = useMutation({
    mutationFn: async (readModels: readonly string[]) => {
      setDone(0);
      let unequal = 0;
      for (const readModel of readModels) {
        const { state } = await compare(readModel);
        if (state !== 'equal') unequal += 1;
        setDone((before) => before + 1);
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
    <Button
      size="medium"
      off={comparing.isPending || names.length === 0}
      onClick={() => comparing.mutate(names)}
    >
      {comparing.isPending
        ? t('replay.compared', { done: formatCount(done), total: formatCount(comparing.variables.length) })
        : t('replay.compareAll')}
    </Button>
  );
}
