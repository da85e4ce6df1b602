import type { CaseFile, CaseFileSection } from '@matgyo/contracts/case-file';
import type { InclusionProof } from '@matgyo/contracts/proofs';
import { canonical, isSigned } from '../../../../../api/signature.ts';

/** Whether it holds; undefined where this browser cannot say. */
export type Verdict = boolean | undefined;

export interface CaseVerdicts {
  /** SHA-256 of the file's bytes, hex. */
  readonly fileSha256: string | undefined;
  /** The statement is signed, and every section is the one it names. */
  readonly signature: Verdict;
  readonly checkpoint: Verdict;
  /** Of each stream: its chain, and its way into the checkpoint. */
  readonly streams: ReadonlyMap<string, { readonly chain: Verdict; readonly root: Verdict }>;
  readonly rooms: ReadonlyMap<string, Verdict>;
}

/**
 * The proofs of a case file checked here (docs/ledger.md, "Proof"): signatures, chains and ways into the checkpoint. What
 * the paper says holds has been computed by whoever printed it, not only by the server. That the states follow from the
 * events and that no trade is missing, `npm run verify -- --case-file` checks.
 */
export async function checkCase(file: CaseFile, bytes: ArrayBuffer): Promise<CaseVerdicts> {
  const { statement, signature, streams, proofs, chats } = file;
  // Missing on plain http in a local network.
  const able = globalThis.crypto?.subtle !== undefined;
  const signed = await isSigned({ statement, signature }, proofs.key);
  return {
    fileSha256: able ? hex(await sha256(new Uint8Array(bytes))) : undefined,
    signature: signed === true ? await holdsSections(file) : signed,
    checkpoint: await isSigned(proofs.checkpoint, proofs.key),
    streams: new Map(
      await Promise.all(
        streams.map(async (stream, index) => {
          const head = proofs.heads[index];
          const chain = able ? await holdsStream(stream) : undefined;
          const root = able ? await leadsToRoot(head, stream, proofs.checkpoint.statement.root) : undefined;
          return [stream.stream, { chain, root }] as const;
        }),
      ),
    ),
    rooms: new Map(
      await Promise.all(
        chats.map(async (room) => [room.roomId, able ? await holdsRoom(room) : undefined] as const),
      ),
    ),
  };
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
const textBytes = (text: string) => new TextEncoder().encode(text);
const hashOf = async (text: string): Promise<string> => hex(await sha256(textBytes(text)));
const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

async function holdsSections(file: CaseFile): Promise<boolean> {
  const sections = Object.entries(file.statement.sections) as [CaseFileSection, string][];
  const hashes = await Promise.all(sections.map(([name]) => hashOf(canonical(file[name]))));
  return sections.every(([, stated], index) => stated === hashes[index]);
}

async function holdsStream({ stream, events }: CaseFile['streams'][number]): Promise<boolean> {
  let before = '';
  for (const [revision, { id, type, data, metadata, ...event }] of events.entries()) {
    const { prevHash, hash, ...stated } = metadata;
    const text = `${before}\n${JSON.stringify(stream)}\n${revision}\n${canonical({ id, type, data, metadata: stated })}`;
    if (event.revision !== revision || prevHash !== before || hash !== (await hashOf(text))) return false;
    before = hash;
  }
  return true;
}

const joined = (mark: number, ...parts: readonly Uint8Array[]) =>
  Uint8Array.from([mark, ...parts.flatMap((part) => [...part])]);

/** The first byte tells leaves (0) from nodes (1). */
async function leadsToRoot(
  head: InclusionProof | undefined,
  { stream, events }: CaseFile['streams'][number],
  root: string,
): Promise<boolean> {
  const last = events.at(-1);
  if (head === undefined || last === undefined || head.stream !== stream) return false;
  if (head.revision !== last.revision || head.hash !== last.metadata.hash) return false;
  let reached = await sha256(joined(0, textBytes(canonical([stream, head.revision, head.hash]))));
  for (const { side, hash } of head.path) {
    const other = fromHex(hash);
    reached = await sha256(side === 'left' ? joined(1, other, reached) : joined(1, reached, other));
  }
  return hex(reached) === root;
}

const chainStart = '0'.repeat(64);

async function holdsRoom({ roomId, lastSeq, lastHash, messages }: CaseFile['chats'][number]) {
  let before = chainStart;
  for (const [index, message] of messages.entries()) {
    const { seq, messageId, senderId, role, at, content, imageSha256, salt } = message;
    const { contentHash, prevHash, hash } = message;
    const own = { roomId, seq, messageId, senderId, role, at, contentHash, prevHash };
    if (message.roomId !== roomId || seq !== index + 1 || prevHash !== before) return false;
    if (contentHash !== (await hashOf(canonical({ salt, content, imageSha256 })))) return false;
    if (hash !== (await hashOf(canonical(own)))) return false;
    before = hash;
  }
  return messages.length === lastSeq && before === lastHash;
}
