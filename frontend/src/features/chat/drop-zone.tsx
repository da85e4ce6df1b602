import { type DragEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';

interface DropZoneProps {
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

/** Takes dropped files, and is highlighted while one is dragged over it. */
export function DropZone({ onFile, children }: DropZoneProps) {
  const { t } = useTexts();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [first] = event.dataTransfer.files;
    if (first !== undefined) onFile(first);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button beside the field does the same
    <div
      className="relative flex min-h-0 flex-auto flex-col"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      {children}
      {over && (
        <p className="pointer-events-none absolute inset-2 z-10 grid place-items-center rounded-lg bg-accent-soft text-accent font-strong outline-2 outline-accent outline-dashed">
          {t('chat.drop')}
        </p>
      )}
    </div>
  );
}
