import type { CaseFile } from '@matgyo/contracts/case-file';
import { orderId, signedCaseFile } from './case-file.fixture.ts';
import { checkProofs } from './case-file.ts';
import { chainEvents } from './stream-chain.ts';

export const { file, again } = await signedCaseFile();

export type Change = (copy: CaseFile) => unknown;
export const order = `order-${orderId}`;
export const noKeys = { keyIds: [] };

export function changedFile(change: Change): CaseFile {
  const copy = structuredClone(file);
  change(copy);
  return copy;
}

export const findingsIn = async (changed: CaseFile) =>
  (await checkProofs(changed, noKeys)).findings.map(({ check, what, subject }) =>
    subject === undefined ? [check, what] : [check, what, subject],
  );

/** Findings in a file that was changed after it was signed. */
export const found = (change: Change) => findingsIn(changedFile(change));

/** Findings in a file that the key's owner changed and then signed. */
export const foundIfSigned = async (change: Change) => findingsIn(await again(changedFile(change)));

export const streamOf = (copy: CaseFile, index: number) => copy.streams[index] as CaseFile['streams'][number];
export const eventOf = (copy: CaseFile, stream: number, revision: number) =>
  streamOf(copy, stream).events[revision] as CaseFile['streams'][number]['events'][number];
export const chatOf = (copy: CaseFile, index = 0) => copy.chats[index] as CaseFile['chats'][number];
export const earlierOf = (copy: CaseFile, index: number) =>
  (copy.proofs.earlier ?? [])[index] as NonNullable<CaseFile['proofs']['earlier']>[number];

/** Computes the hashes of a stream again and puts the new head into its proof, as a forger would. */
export function hashAgain(copy: CaseFile, index: number) {
  const { stream, events } = streamOf(copy, index);
  const chained = chainEvents(stream, 'no-stream', events as never);
  streamOf(copy, index).events = chained.map(({ stream: _, ...event }) => event) as never;
  const head = copy.proofs.heads[index];
  const last = chained.at(-1);
  if (head && last) Object.assign(head, { revision: last.revision, hash: last.metadata.hash });
}
