import { useMutation } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
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
  const sheet = useDialog<OpenedCase>();
  const opening = useMutation({
    mutationFn: () => openCase(orderId),
    onSuccess: sheet.open,
    onError: (error) => toast({ kind: 'failed', text: failureText(error) }),
  });
  return (
    <>
      <Button
        size="medium"
        busy={opening.isPending}
        onClick={() => opening.mutate()}
        className="max-md:flex-1"
      >
        {!opening.isPending && <Printer size={16} />}
        {t('audit.caseFile')}
      </Button>
      {sheet.subject !== undefined && (
        <CaseSheet opened={sheet.subject} open={sheet.isOpen} onClose={sheet.close} />
      )}
    </>
  );
}
