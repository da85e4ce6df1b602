import { readFile } from 'node:fs/promises';
import type { CaseFile } from '@matgyo/contracts/case-file';
import {
  type CaseFileCheck,
  type FirstCover,
  fingerprintOf,
  firstCovers,
} from '@matgyo/ledger/proof/case-file';
import { dataDirOf, print } from '../program.ts';
import { WrongUsage } from '../program-fault.ts';
import { publicKeysFile, readPublicKeys } from '../proofs/key-file.ts';
import { caseFileChecks, checkCaseFile } from './check-case-file.ts';

/**
 * `npm run verify -- --case-file FILE [--key ID ...]`: prints which checks of the file pass and which fail. It trusts
 * the given keys, or else those in the data folder. Without either, a consistent file may still be forged: exit code 3
 * until the reader has compared the key's id with the published one and passes it.
 */
export async function verifyCaseFile(file: string, given: readonly string[] | undefined): Promise<number> {
  const bytes = await readFile(file).catch(({ code }: NodeJS.ErrnoException) => {
    throw new WrongUsage(`${file} cannot be read (${code})`);
  });
  const trustedKeys = await readPublicKeys(publicKeysFile(dataDirOf(process.env)));
  const keyIds = given ?? trustedKeys.map((key) => key.keyId);
  const { findings, file: checked } = await checkCaseFile(bytes.toString('utf8'), { keyIds });
  for (const [check, title] of Object.entries(caseFileChecks)) {
    const of = findings.filter((finding) => finding.check === (check as CaseFileCheck));
    if (of.length === 0) print(`${checked === undefined ? '?     ' : 'ok    '} ${title}`);
    else print(`WRONG  ${title}`);
    for (const { what } of of) print(`  ${what}`);
  }
  // As on the version printed from the file.
  print(`SHA-256 of the file: ${fingerprintOf(bytes)}`);
  if (checked !== undefined) {
    const { statement, order, streams, proofs, chats } = checked;
    const events = streams.reduce((sum, stream) => sum + stream.events.length, 0);
    const messages = chats.reduce((sum, chat) => sum + chat.messages.length, 0);
    print(
      `${order.orderCode} (${order.orderId}): ${events} events in ${streams.length} streams, ${messages} messages in ${chats.length} rooms, as of ${statement.madeAt}.`,
    );
    const { sequence, madeAt } = proofs.checkpoint.statement;
    print(`Covered by checkpoint ${sequence} of ${madeAt}, key ${proofs.key.keyId}.`);
    for (const line of firstCoverLines(checked)) print(line);
    if (keyIds.length === 0) {
      print('?      whose key that is: a consistent file can be made with any key');
      print('  compare it with the one published at /api/v1/audit/public-keys, then pass --key ID');
      print('  also the keys of the earlier checkpoints: --key once for each');
    }
  }
  if (findings.length > 0) return 1;
  return keyIds.length === 0 ? 3 : 0;
}

/** From when on each event could not be changed any more without the key. */
function firstCoverLines(file: CaseFile): readonly string[] {
  const covers = [...firstCovers(file).values()].toSorted((a, b) => a.sequence - b.sequence);
  return [...Map.groupBy(covers, ({ sequence }) => sequence).values()].map((of) => {
    const [{ sequence, madeAt, keyId }] = of as [FirstCover];
    return `  ${of.length} events first by checkpoint ${sequence} of ${madeAt}, key ${keyId}.`;
  });
}
