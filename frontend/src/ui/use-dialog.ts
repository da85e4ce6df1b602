import { useState } from 'react';

/** The state of a dialog about a subject. It keeps its subject while it closes. */
export function useDialog<Subject>() {
  const [subject, setSubject] = useState<Subject>();
  const [isOpen, setOpen] = useState(false);
  return {
    subject,
    isOpen,
    open: (next: Subject) => {
      setSubject(next);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}
