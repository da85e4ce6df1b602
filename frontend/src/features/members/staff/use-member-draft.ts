import type { MemberView } from '@matgyo/contracts/endpoints/members';
import { useState } from 'react';
import { changedFields, type DraftField, draftOf, type MemberDraft } from './member-draft.ts';
import { useEditsUnderWay } from './member-queries.ts';

export type Edited = ReturnType<typeof useMemberDraft>;

/**
 * What is being made of a member. When the member is changed elsewhere meanwhile, fields without input follow, what was
 * typed stays, and `moved` has the values of before.
 */
export function useMemberDraft(member: MemberView) {
  const underWay = useEditsUnderWay(member.nickname);
  const [base, setBase] = useState(() => draftOf(member));
  const [draft, setDraft] = useState(base);
  const [moved, setMoved] = useState<Partial<MemberDraft>>({});
  const [seen, setSeen] = useState(base);
  const latest = draftOf(member);
  if (changedFields(seen, latest).length > 0) {
    setSeen(latest);
    const news = changedFields(base, latest);
    const untouched = news.filter((field) => draft[field] === base[field]);
    setBase(latest);
    setDraft({ ...draft, ...pick(latest, untouched) });
    // What was just saved here comes back as what is already known.
    const byOthers = news.filter(
      (field) => latest[field] !== draft[field] && !underWay.some((sent) => sent[field] === latest[field]),
    );
    setMoved({ ...pick(base, byOthers), ...moved });
  }
  return {
    base,
    draft,
    latest,
    moved,
    changed: changedFields(base, draft),
    set: <Name extends DraftField>(name: Name, value: MemberDraft[Name]) =>
      setDraft({ ...draft, [name]: value }),
    /** Of all fields, or of some. */
    undo: (fields?: readonly DraftField[]) =>
      setDraft(fields === undefined ? base : { ...draft, ...pick(base, fields) }),
    /** What was typed since this draft was sent stays. */
    saved(user: MemberView) {
      const stored = draftOf(user);
      setBase(stored);
      setDraft((now) => ({ ...stored, ...pick(now, changedFields(draft, now)) }));
      setMoved({});
    },
  };
}

function pick(draft: MemberDraft, fields: readonly DraftField[]): Partial<MemberDraft> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]]));
}
