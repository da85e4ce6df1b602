import type { CaseFile } from '@matgyo/contracts/case-file';
import { type CaseFileCheck, checkProofs } from '@matgyo/ledger/proof/case-file';

/** Whether a check passed; undefined if this browser cannot run it. */
export type Verdict = boolean | undefined;

export interface CaseVerdicts {
  /** The statement is signed, and the file matches it. */
  readonly signature: Verdict;
  readonly checkpoint: Verdict;
  /** Of each stream: its hash chain, and its proof of inclusion in the checkpoint. */
  readonly streams: ReadonlyMap<string, { readonly chain: Verdict; readonly root: Verdict }>;
  readonly rooms: ReadonlyMap<string, Verdict>;
  /** Of each statement, by its hash. */
  readonly statements: ReadonlyMap<string, Verdict>;
}

/**
 * Checks the proofs of a case file in the browser, with the code of `npm run verify -- --case-file`. That program also
 * checks that the states follow from the events.
 */
export async function checkCase(file: CaseFile): Promise<CaseVerdicts> {
  const { findings, isSigned, isCheckpointSigned } = await checkProofs(file, { keyIds: [] });
  const holds = (check: CaseFileCheck, about: string): boolean =>
    !findings.some(({ check: found, subject }) => found === check && subject === about);
  const isWhole = findings.every(({ subject }) => subject !== undefined);
  return {
    signature: isSigned && isWhole,
    checkpoint: isCheckpointSigned,
    streams: new Map(
      file.streams.map(({ stream }) => [
        stream,
        { chain: holds('streams', stream), root: holds('proofs', stream) },
      ]),
    ),
    rooms: new Map(file.chats.map(({ roomId }) => [roomId, holds('chats', roomId)])),
    statements: new Map((file.statements ?? []).map(({ hash }) => [hash, holds('statements', hash)])),
  };
}
