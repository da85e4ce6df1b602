import { Dialog as Base } from '@base-ui/react/dialog';
import { Download, Printer, X } from 'lucide-react';
import { useRef } from 'react';
import { saveFile } from '../../../../../api/save-file.ts';
import { useTexts } from '../../../../../i18n/index.ts';
import { Button, IconButton } from '../../../../../ui/button.tsx';
import type { Opened } from '../../../../../ui/dialog.tsx';
import { useDismissal } from '../../../../../ui/use-dismissal.ts';
import { CasePaper } from './case-paper.tsx';
import './case-sheet.css';
import type { OpenedCase } from './open-case.ts';

/** Print preview of a case file, with buttons to print and to save the same export. */
export default function CaseSheet({ opened, open, onClose }: Opened & { readonly opened: OpenedCase }) {
  const { t } = useTexts();
  const print = useRef<HTMLButtonElement>(null);
  return (
    // A modal that locks scrolling would end the printout after one page, so only the focus is trapped.
    <Base.Root modal="trap-focus" open={open} onOpenChange={useDismissal(open, onClose)}>
      <Base.Portal className="case-sheet">
        <Base.Popup
          initialFocus={print}
          className="fixed inset-0 z-40 overflow-auto bg-well outline-none print:static print:overflow-visible"
        >
          <div className="sticky top-0 left-0 z-10 flex flex-wrap items-center justify-end gap-1.5 border-line border-b bg-canvas px-6 py-2.5 max-md:px-4 print:hidden">
            <Base.Title className="mr-auto text-heading max-md:w-full">
              {t('audit.caseFile')} {opened.file.order.orderCode}
            </Base.Title>
            <Button size="medium" onClick={() => saveFile(opened.blob, opened.name)}>
              <Download size={16} />
              {t('caseFile.save')}
            </Button>
            <Button ref={print} size="medium" variant="primary" onClick={() => window.print()}>
              <Printer size={16} />
              {t('audit.print')}
            </Button>
            <Base.Close render={<IconButton label={t('close')} />}>
              <X size={20} />
            </Base.Close>
          </div>
          <div className="case-paper mx-auto my-6 w-[54rem] p-12 shadow-float max-md:my-0 max-md:w-auto max-md:p-4 print:m-0 print:w-auto print:p-0 print:shadow-none">
            <CasePaper opened={opened} />
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
