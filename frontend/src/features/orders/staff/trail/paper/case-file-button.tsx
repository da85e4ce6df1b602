import { Printer } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../../../../i18n/index.ts';
import { Button } from '../../../../../ui/button.tsx';
import { onDemand } from '../../../../../ui/on-demand.tsx';
import { toast } from '../../../../../ui/toast.ts';
import { useDialog } from '../../../../../ui/use-dialog.ts';
import { type OpenedCase, openCase } from './open-case.ts';

const CaseSheet = onDemand(() => import('./case-sheet.tsx'));

/** The case file of an order and its matches, to check, save and print. */
export default function CaseFileButton({ orderId }: { readonly orderId: string }) {
  const { t, failureText } = useTexts();
  const [fetching, setFetching] = useState(false);
  const sheet = useDialog<OpenedCase>();
  const showCase = async () => {
    setFetching(true);
    try {
      sheet.open(await openCase(orderId));
    } catch (error) {
      toast({ kind: 'failed', text: failureText(error) });
    } finally {
      setFetching(false);
    }
  };
  return (
    <>
      <Button size="medium" busy={fetching} onClick={showCase} className="max-md:flex-1">
        {!fetching && <Printer size={16} strokeWidth={1.6} />}
        {t('audit.caseFile')}
      </Button>
      {sheet.subject !== undefined && (
        <CaseSheet opened={sheet.subject} open={sheet.isOpen} onClose={sheet.close} />
      )}
    </>
  );
}
