import { readTypedWon, type TypedWon, type WonFault } from '@matgyo/contracts/typed-won';
import { useState } from 'react';

export interface WonText {
  readonly text: string;
  readonly read: TypedWon;
  /** Why it is no amount: from when the field is left until it is mended, not in the middle of typing. */
  readonly fault: WonFault | undefined;
  readonly set: (text: string) => void;
  /** The person is done with the field for now. */
  readonly leave: () => void;
}

/** What stands in a field of won. `onText` keeps it as a draft. */
export function useTypedWon(draft: () => string, onText: (text: string) => void): WonText {
  const [text, keep] = useState(draft);
  const [told, setTold] = useState(false);
  const read = readTypedWon(text);
  return {
    text,
    read,
    fault: told && read.kind === 'refused' ? read.why : undefined,
    set: (next) => {
      keep(next);
      onText(next);
      if (readTypedWon(next).kind !== 'refused') setTold(false);
    },
    leave: () => setTold(read.kind === 'refused'),
  };
}
