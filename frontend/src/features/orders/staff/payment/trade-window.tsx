import type { NextStep } from '@matgyo/contracts/endpoints/payment-steps';
import { useState } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { Button } from '../../../../ui/button.tsx';
import { onDemand } from '../../../../ui/on-demand.tsx';
import { TimeLeft } from '../../../../ui/payment-steps.tsx';

const WindowDialog = onDemand(() => import('./window-dialog.tsx'));

interface TradeWindowProps {
  readonly tradeId: string;
  /** Read after the button's text, to tell the matches of an order apart. */
  readonly which: string;
  readonly next: NextStep;
  /** The admin may change it: the match is not one of their own. */
  readonly changeable: boolean;
}

/** How long there is for the next step of a match, and the way to change that. */
export function TradeWindow({ tradeId, which, next, changeable }: TradeWindowProps) {
  const { t } = useTexts();
  const [asking, setAsking] = useState(false);
  // A new question begins anew.
  const [asked, setAsked] = useState(0);
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-x-2">
      <TimeLeft next={next} />
      {changeable && (
        <Button
          variant="quiet"
          size="small"
          aria-haspopup="dialog"
          className="-mr-2"
          onClick={() => {
            setAsked(asked + 1);
            setAsking(true);
          }}
        >
          {t('window.change')}
          <span className="sr-only">{which}</span>
        </Button>
      )}
      {asked > 0 && (
        <WindowDialog
          key={asked}
          tradeId={tradeId}
          next={next}
          open={asking}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
