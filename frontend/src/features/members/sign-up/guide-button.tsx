import { CircleHelp } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Opened } from '../../../ui/dialog.tsx';

interface GuideButtonProps {
  readonly label: string;
  readonly Guide: ComponentType<Opened>;
}

/** Opens a guide to the field beside it. */
export function GuideButton({ label, Guide }: GuideButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="medium"
        className="-ml-3 justify-self-start"
        onClick={() => setOpen(true)}
      >
        <CircleHelp size={18} />
        {label}
      </Button>
      <Guide open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
