import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { isFailure } from '../../../../api/call-failure.ts';
import type { useDialog } from '../../../../ui/use-dialog.ts';
import type { Preview } from './match-calls.ts';
import type { DraftForm } from './use-match-draft.ts';

export type MatchQuestion = ReturnType<typeof useDialog<Preview>>;

/** Asks for confirmation of a match, by button or by `shortcut`, once its preview has loaded. */
export function useMatchQuestion(
  { draft, proposals, preview }: DraftForm,
  question: MatchQuestion,
  shortcut: RefObject<(() => void) | undefined>,
) {
  const [sameAccount, setSameAccount] = useState(false);
  const [missing, setMissing] = useState(false);
  const [waiting, setWaiting] = useState(false);
  const current = preview.isPlaceholderData ? undefined : preview.data;
  const ask = useEffectEvent(() => {
    if (question.isOpen || sameAccount) return;
    setWaiting(false);
    if (draft.counterpartId === '') return proposals === undefined ? setWaiting(true) : setMissing(true);
    if (isFailure(preview.error, 'SAME_ACCOUNT')) return setSameAccount(true);
    if (preview.error !== null) return;
    if (current === undefined) return setWaiting(true);
    question.open(current);
  });
  useEffect(() => {
    shortcut.current = ask;
    return () => {
      shortcut.current = undefined;
    };
  }, [shortcut]);
  useEffect(() => {
    if (waiting && current !== undefined) ask();
  }, [waiting, current]);
  return { ask, sameAccount, setSameAccount, missing, setMissing, setWaiting };
}
