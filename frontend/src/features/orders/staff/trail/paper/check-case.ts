import type { CaseFile } from '@matgyo/contracts/case-file';
import { type CaseFileCheck, checkProofs } from '@matgyo/ledger/proof/case-file';

/**
 * Checks the proofs of a case file in the browser, with the code of `npm run verify -- --case-file`. That program also
 * checks that the states follow from the events. Each check has passed or not; undefined if this browser cannot run it.
 */
export async function checkCase(file: CaseFile) {
  const { findings, isSigned, isCheckpointSigned } = await checkProofs(file, { keyIds: [] });
  const holds = (check: CaseFileCheck, about: string): boolean =>
    !findings.some(({ check: found, subject }) => found === check && subject === about);
  const isWhole = findings.every(({ subject }) => subject !== undefined);
  return {
    /** The statement is signed, and the file matches it. */
    signature: isSigned && isWhole,
    checkpoint: isCheckpointSigned,
    /** Of each stream: its hash chain, and its proof of inclusion in the checkpoint. */
    streams: new Map(
      file.streams.map(({ stream }) => [
        stream,
        { chain: holds('streams', stream), root: holds('proofs', stream) },
      ]),
    ),
    rooms: new Map(file.chats.map(({ roomId }) => [roomId, holds('chats', roomId)])),
    /** Of each statement, by its hash. */
    statements: new Map((file.statements ?? []).map(({ hash }) => [hash, holds('statements', hash)])),
  };
}
