import type { MemberId } from '@matgyo/contracts/ids';
import type { Change } from '@matgyo/projections/changes';
import type { Sessions } from './session-store.ts';

/**
 * Status and roles are in a read model. A change of them also ends sessions; this holds even when a crash prevented
 * that.
 */
export function forgetChangedAccounts(
  { forget }: Pick<Sessions, 'forget'>,
  changes: readonly Change[],
  missed: boolean,
): void {
  const keys = new Set(changes.flatMap((change) => change.keys));
  if (missed || keys.has('projection:accounts')) {
    forget(undefined);
    return;
  }
  for (const key of keys) if (key.startsWith('account:')) forget(key.slice('account:'.length) as MemberId);
}
