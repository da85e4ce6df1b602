import {
  type CaseFile,
  type CaseFileSection,
  caseFile,
  caseFileSections,
  caseFileStatement,
} from '@matgyo/contracts/case-file';
import { orderTrail } from '@matgyo/ledger/order/trail';
import { canonicalJson } from '@matgyo/ledger/proof/canonical-json';
import {
  type CaseFileCheck,
  type CaseFileFinding,
  type CaseFileTrust,
  changedSections,
  checkProofs,
} from '@matgyo/ledger/proof/case-file';

/** The checks of a case file, in the order of the output. */
export const caseFileChecks: Readonly<Record<CaseFileCheck, string>> = {
  signature: 'the file is what was signed',
  order: 'the order',
  streams: 'the events, by the hash chains of their streams',
  trail: 'the order after each event',
  proofs: 'the signed checkpoint, and the way from each stream to it',
  chats: 'the chats, by the hash chains of their rooms',
  people: 'who the people are',
  statements: 'the statements, by their hashes in the events',
};

/**
 * Verifies a case file on its own, without a server or a database: its shape, its proofs, and that each state of the
 * order follows from the events. Names every change.
 */
export async function checkCaseFile(text: string, trust: CaseFileTrust) {
  let value: Record<string, unknown> | null;
  try {
    value = JSON.parse(text);
    // What has no canonical form was not signed, and cannot be compared with what was.
    canonicalJson(value);
  } catch (error) {
    const what =
      error instanceof SyntaxError
        ? 'the file is no JSON: it was cut or changed'
        : `the file is not as exported: ${(error as Error).message}`;
    return { findings: [{ check: 'signature', what }], file: undefined };
  }
  const parsed = caseFile.safeParse(value);
  if (!parsed.success) {
    const faults = parsed.error.issues
      .slice(0, issuesMax)
      .map(({ path, message }) => ({
        check: checkOf(path[0]),
        what: `${path.join('.') || 'the file'} is no part of a case file: ${message}`,
      }));
    return { findings: [...sectionsFound(value), ...faults], file: undefined };
  }
  // Not the parsed data, which leaves out a name like `__proto__`.
  const file = value as unknown as CaseFile;
  const { findings, isSigned, isCheckpointSigned } = await checkProofs(file, trust);
  const isUnknown = isSigned === undefined || isCheckpointSigned === undefined;
  const unchecked: readonly CaseFileFinding[] = isUnknown
    ? [{ check: 'signature', what: 'signatures cannot be checked here' }]
    : [];
  return { findings: [...findings, ...checkText(text, file), ...unchecked, ...checkTrail(file)], file };
}

/** Also in texts: an expression that passes over these exhausts the stack at some millions of characters. */
const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

/** Of a name given twice, programs read the last value, people the first. */
const checkText = (text: string, file: CaseFile): readonly CaseFileFinding[] =>
  withoutSpace(text) === withoutSpace(JSON.stringify(file))
    ? []
    : [{ check: 'signature', what: 'the text is not as exported: a name may be in it twice' }];

const issuesMax = 10;

const isSection = (name: unknown): name is CaseFileSection =>
  (caseFileSections as readonly unknown[]).includes(name);
const checkOf = (name: unknown): CaseFileCheck => (isSection(name) ? name : 'signature');

/** The changed sections, even if they are unreadable. */
function sectionsFound(value: Record<string, unknown> | null): readonly CaseFileFinding[] {
  const statement = caseFileStatement.safeParse(value?.['statement']).data;
  if (value === null || statement === undefined) return [];
  return changedSections(value, statement).map((name) => ({
    check: name,
    what: `the section "${name}" is not what was signed`,
  }));
}

/** Checks that the trail has every event once, in stream order, and that each state follows from those before it. */
function checkTrail({ order, streams, trail }: CaseFile): readonly CaseFileFinding[] {
  const found: CaseFileFinding[] = [];
  const add = (what: string) => found.push({ check: 'trail', what });
  const events = new Map(
    streams.flatMap((stream) => stream.events.map((event) => [event.id, event] as const)),
  );
  const rest = new Map(streams.map(({ stream, events: own }) => [stream, own.map(({ id }) => id)] as const));
  for (const { eventId } of trail) {
    const next = [...rest.values()].find(([id]) => id === eventId);
    if (next === undefined) {
      add(`event ${eventId} does not follow in it, or is in no stream`);
      return found;
    }
    next.shift();
  }
  const missing = [...rest.values()].flat();
  if (missing.length > 0) add(`${missing.length} events are missing in it`);
  const inOrder = trail.flatMap(({ eventId }) => events.get(eventId) ?? []);
  try {
    for (const [index, state] of orderTrail(order.side, inOrder).entries())
      if (canonicalJson(state) !== canonicalJson(trail[index]))
        add(`after event ${state.eventId} the order was not as it says`);
  } catch (error) {
    add(`its events cannot have been an order's: ${(error as Error).message}`);
  }
  return found;
}
