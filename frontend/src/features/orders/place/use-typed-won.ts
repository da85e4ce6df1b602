import { readTypedWon } from '@matgyo/contracts/typed-won';
import { useState } from 'react';
import { useDraft } from '../../../session/use-draft.ts';

/** The text of an amount field, kept as a draft of this name. */
export function useTypedWon(draft: string) {
  const [text, setText] = useDraft(draft);
  const [faultShown, setFaultShown] = useState(false);
  const read = readTypedWon(text);
  return {
    text,
    read,
    /** Why the text is not an amount: set when the field is left, cleared when the text is corrected. */
    fault: faultShown && read.kind === 'refused' ? read.why : undefined,
    set: (next: string) => {
      setText(next);
      if (readTypedWon(next).kind !== 'refused') setFaultShown(false);
    },
    leave: () => setFaultShown(read.kind === 'refused'),
  };
}
