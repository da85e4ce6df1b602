import { readTypedWon, type TypedWon, type WonFault } from '@matgyo/contracts/typed-won';
import { useState } from 'react';

export interface WonText {
  readonly text: string;
  readonly read: TypedWon;
  /** Why the text is not an amount: set when the field is left, cleared when the text is corrected. */
  readonly fault: WonFault | undefined;
  readonly set: (text: string) => void;
  /** The field lost the focus. */
  readonly leave: () => void;
}

/** The text of an amount field. `onText` saves it as a draft. */
export function useTypedWon(draft: () => string, onText: (text: string) => void): WonText {
  const [text, setText] = useState(draft);
  const [faultShown, setFaultShown] = useState(false);
  const read = readTypedWon(text);
  return {
    text,
    read,
    fault: faultShown && read.kind === 'refused' ? read.why : undefined,
    set: (next) => {
      setText(next);
      onText(next);
      if (readTypedWon(next).kind !== 'refused') setFaultShown(false);
    },
    leave: () => setFaultShown(read.kind === 'refused'),
  };
}
