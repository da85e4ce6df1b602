import type { Replay } from '@matgyo/contracts/endpoints/operations';
import { useTexts } from '../../i18n/index.ts';

export function useReplayLabels() {
  const { t } = useTexts();
  const kinds: Record<Replay['kind'], string> = {
    rebuild: t('replay.rebuild'),
    compare: t('replay.compare'),
    swap: t('replay.swap'),
    'roll-back': t('replay.rollBack'),
  };
  const states: Record<Replay['state'], string> = {
    starting: t('replay.starting'),
    running: t('replay.running'),
    cancelling: t('replay.cancelling'),
    swapped: t('replay.swapped'),
    equal: t('replay.equal'),
    different: t('replay.different'),
    compared: t('replay.compared'),
    'rolled-back': t('replay.rolledBack'),
    halted: t('replay.halted'),
    cancelled: t('replay.cancelled'),
    interrupted: t('replay.interrupted'),
    failed: t('replay.failed'),
    discarded: t('replay.discarded'),
  };
  return { kinds, states };
}
