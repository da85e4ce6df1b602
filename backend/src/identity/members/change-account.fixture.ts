import { randomUUID } from 'node:crypto';
import type { MemberEvent } from '@matgyo/contracts/events/member-events';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Account } from '@matgyo/ledger/account/account';
import type { Person, TestServer } from '../../../../test/server.ts';
import { executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { ofMember } from '../../platform/commands/ledger-streams.ts';
import { systemTiming } from '../../platform/commands/timing.ts';

/** Changes an account in the ledger only, like a process that crashes before it ends the sessions. */
export async function changeAccount(
  { log }: Pick<TestServer, 'log'>,
  { memberId }: Pick<Person, 'memberId'>,
  decide: (account: Account) => readonly MemberEvent[],
): Promise<void> {
  const commandId = randomUUID();
  await executeOnStream({
    ledger: { log, timing: systemTiming },
    ...ofMember(memberId as MemberId),
    command: {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actorId: 'system',
      actorRole: 'system',
      at: new Date().toISOString(),
    },
    decide,
  });
}
