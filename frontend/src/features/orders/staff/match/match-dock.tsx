import type { ReactNode } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { UsdtAmount } from '../../../../ui/amount.tsx';
import { Awaited, Figure, Line } from './match-lines.tsx';
import type { DraftForm } from './use-match-draft.ts';

interface MatchDockProps {
  readonly form: DraftForm;
  /** Why the amount is refused. */
  readonly refused: string | undefined;
  readonly children: ReactNode;
}

/** Amount, fee and button, always on screen beside the shortcut key. */
export function MatchDock({ form, refused, children }: MatchDockProps) {
  const { t, formatUsdt, formatRate } = useTexts();
  const { amountText } = form;
  const { data: preview, error } = form.preview;
  return (
    <div className="sticky bottom-0 z-10 -mx-5 mt-auto border-line border-t bg-canvas px-5 py-2.5 max-[74.9375rem]:bg-raised max-[16rem]:static">
      {form.draft.counterpartId !== '' && (
        <dl className="mb-2 text-small">
          <Line label={t('match.amount')}>
            <Figure
              label={t('match.amount')}
              value={amountText ?? (preview === undefined ? '' : formatUsdt(preview.amount))}
              error={form.amountInvalid ? t('match.amountInvalid') : refused}
              unit="USDT"
              onChange={form.setAmountText}
            />
          </Line>
          <Line label={t('match.fee', { rate: preview === undefined ? '' : formatRate(preview.feeRate) })}>
            {preview === undefined ? (
              <Awaited failed={error !== null} />
            ) : (
              <UsdtAmount value={preview.feeEstimate} unit />
            )}
          </Line>
        </dl>
      )}
      <div className="flex gap-2">{children}</div>
    </div>
  );
}
