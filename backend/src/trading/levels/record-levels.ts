import type { StaffLimits } from '@matgyo/contracts/events/level-events';
import type { Level } from '@matgyo/contracts/levels';
import { levelsStream } from '@matgyo/contracts/streams';
import { levelsDecider, setLevels } from '@matgyo/ledger/levels/levels';
import { executeOnStream, type Ledger, systemCommand } from '../../platform/commands/execute-on-stream.ts';
import { isoOf } from '../../platform/commands/timing.ts';

/**
 * Notes in the log which table and limits of one admin are in force from now on, where it is another one. Once for a
 * process: where the log is out of reach at the start, as soon as it answers. Backends that start at once find each
 * other's: who comes second has nothing to append.
 */
export function recordLevelsOnce(ledger: Ledger, levels: readonly Level[], limits: StaffLimits) {
  let isRecorded = false;
  return async (): Promise<void> => {
    if (isRecorded) return;
    const commandId = crypto.randomUUID();
    const command = systemCommand('configuration', { commandId, at: isoOf(ledger.timing.now()) });
    await executeOnStream({
      ledger,
      command,
      stream: levelsStream,
      decider: levelsDecider,
      extent: { newest: 1 },
      decide: (before) => setLevels(before, levels, limits),
    });
    isRecorded = true;
  };
}
