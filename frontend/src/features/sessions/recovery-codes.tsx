import { Download } from 'lucide-react';
import { saveFile } from '../../api/save-file.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Dialog, type OpenedOnce } from '../../ui/dialog.tsx';

/** The codes that stand in for the app's, shown this once. */
export function RecoveryCodes({ codes, ...dialog }: OpenedOnce & { readonly codes: readonly string[] }) {
  const { t } = useTexts();
  const text = codes.join('\n');
  return (
    <Dialog
      {...dialog}
      keptOutside
      title={t('app.recoveryTitle')}
      footer={
        <Button variant="primary" className="max-md:flex-auto" onClick={dialog.onClose}>
          {t('app.recoverySaved')}
        </Button>
      }
    >
      <div className="grid gap-4 px-8 pt-1 pb-6 max-md:px-5">
        <p className="text-fg-muted">{t('app.recoveryText')}</p>
        <div className="flex items-start gap-3 rounded-lg bg-inset py-3 pr-2 pl-4">
          <ul
            aria-label={t('app.recoveryTitle')}
            className="grid flex-auto grid-cols-2 gap-x-4 gap-y-1 font-mono"
          >
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <CopyButton text={text} label={t('app.copyCodes')} done={t('app.copied')} className="size-10" />
        </div>
        <Button
          size="medium"
          className="justify-self-start"
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'matgyo-recovery-codes.txt')}
        >
          <Download size={18} />
          {t('app.saveCodes')}
        </Button>
      </div>
    </Dialog>
  );
}
