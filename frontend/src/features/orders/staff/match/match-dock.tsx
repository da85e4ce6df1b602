import type { ReactNode } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { UsdtAmount } from '../../../../ui/amount.tsx';
import type { Preview } from './match-calls.ts';
import { Awaited, Figure, Line } from './match-lines.tsx';

interface MatchDockProps {
  readonly preview: Preview | undefined;
  /** Whether there is a pair to preview. */
  readonly chosen: boolean;
  readonly failed: boolean;
  /** As typed; undefined: the proposed value. */
  readonly amountText: string | undefined;
  readonly amountWrong: string | undefined;
  readonly onAmount: (text: string) => void;
  readonly children: ReactNode;
}

/** Amount, fee and button, always on screen beside the shortcut key. */
export function MatchDock(props: MatchDockProps) {
  const { preview, chosen, failed, amountText, amountWrong, onAmount, children } = props;
  const { t, formatUsdt, formatRate } = useTexts();
  return (
    <div className="sticky bottom-0 z-10 -mx-5 mt-auto border-line border-t bg-canvas px-5 py-2.5 max-[74.9375rem]:bg-raised">
      {chosen && (
        <dl className="mb-2 text-small">
          <Line label={t('match.amount')}>
            <Figure
              label={t('match.amount')}
              value={amountText ?? (preview === undefined ? '' : formatUsdt(preview.amount))}
              error={amountWrong}
              unit="USDT"
              onChange={onAmount}
            />
          </Line>
          <Line label={t('match.fee', { rate: preview === undefined ? '' : formatRate(preview.feeRate) })}>
            {preview === undefined ? (
              <Awaited failed={failed} />
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
