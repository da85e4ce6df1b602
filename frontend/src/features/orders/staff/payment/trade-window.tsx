import type { NextStep } from '@matgyo/contracts/endpoints/payment-steps';
import { useTexts } from '../../../../i18n/index.ts';
import { Button } from '../../../../ui/button.tsx';
import { onDemand } from '../../../../ui/on-demand.tsx';
import { TimeLeft } from '../../../../ui/time-left.tsx';
import { useDialog } from '../../../../ui/use-dialog.ts';

const WindowDialog = onDemand(() => import('./window-dialog.tsx'));

interface TradeWindowProps {
  readonly tradeId: string;
  readonly which: string;
  readonly next: NextStep;
  /** False if the admin has a conflict of interest. */
  readonly changeable: boolean;
}

export function TradeWindow({ tradeId, which, next, changeable }: TradeWindowProps) {
  const { t } = useTexts();
  // The subject is when it was opened, and resets the dialog each time.
  const dialog = useDialog<number>();
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2">
      <TimeLeft next={next} />
      {changeable && (
        <Button
          variant="quiet"
          size="small"
          aria-haspopup="dialog"
          className="-mr-2"
          onClick={() => dialog.open(Date.now())}
        >
          {t('window.change')}
          <span className="sr-only">{which}</span>
        </Button>
      )}
      {dialog.subject !== undefined && (
        <WindowDialog
          key={dialog.subject}
          tradeId={tradeId}
          next={next}
          open={dialog.isOpen}
          onClose={dialog.close}
        />
      )}
    </div>
  );
}
