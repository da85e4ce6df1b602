import type { CaseFile } from '@matgyo/contracts/case-file';
import { type CaseFileCheck, checkProofs } from '@matgyo/ledger/proof/case-file';

/** Whether it holds; undefined where this browser cannot say. */
export type Verdict = boolean | undefined;

export interface CaseVerdicts {
  /** The statement is signed, and the file is what it names. */
  readonly signature: Verdict;
  readonly checkpoint: Verdict;
  /** Of each stream: its chain, and its way into the checkpoint. */
  readonly streams: ReadonlyMap<string, { readonly chain: Verdict; readonly root: Verdict }>;
  readonly rooms: ReadonlyMap<string, Verdict>;
}

/**
 * The proofs of a case file, checked here by the code that `npm run verify -- --case-file` runs: what the paper says holds
 * has been computed where it was printed, not only by the server. That the states follow from the events, that program
 * checks besides.
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
  };
}
