import { useState } from 'react';
import { useDraft } from '../session/use-draft.ts';

/** A statement that has to be written before a form is sent. Its draft is kept until the form was sent. */
export function useStatement(draft: string, missingText: string) {
  const [value, onChange] = useDraft(draft);
  const [tried, setTried] = useState(false);
  const written = value.trim();
  return {
    written,
    field: { value, onChange, error: tried && written === '' ? missingText : undefined },
    /** Marks the field if nothing is written. */
    check: () => setTried(true),
    /** Of what was sent; what was typed since stays. */
    clear: (sent = written) => {
      setTried(false);
      if (sent === written) onChange('');
    },
  };
}
