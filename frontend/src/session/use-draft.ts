import { useState } from 'react';
import { readDraft, writeDraft } from './draft.ts';

/** Unsent text that is kept over a reload and the end of a session; '' deletes it. */
export function useDraft(name: string): readonly [text: string, write: (next: string) => void] {
  const [text, setText] = useState(() => readDraft(name));
  const write = (next: string) => {
    setText(next);
    writeDraft(name, next);
  };
  return [text, write];
}
