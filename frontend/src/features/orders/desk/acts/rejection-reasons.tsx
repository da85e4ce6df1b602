import { type RejectionReason, rejectionReasons } from '@matgyo/contracts/rejection-reasons';
import { useEffect, useEffectEvent } from 'react';
import { useWords } from '../../../../i18n/index.ts';
import { Kbd } from '../../../../ui/desk/kbd.tsx';
import { useRejectionWord } from '../../trail/reason-words.ts';

interface RejectionReasonsProps {
  readonly chosen: RejectionReason | undefined;
  /** It was confirmed without one. */
  readonly missing: boolean;
  readonly onChoose: (reason: RejectionReason) => void;
}

/** Why an order is rejected: one of a few, each also by its number, which its member then reads. */
export function RejectionReasons({ chosen, missing, onChoose }: RejectionReasonsProps) {
  const { t } = useWords();
  const wordOf = useRejectionWord();
  // What names something comes first, "other" last.
  const [other, ...named] = rejectionReasons;
  const listed = [...named, other];
  const press = useEffectEvent((event: KeyboardEvent) => {
    const reason = listed[Number(event.key) - 1];
    if (reason !== undefined) onChoose(reason);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <fieldset className="mt-3 border-0" aria-describedby="reason-missing">
      <legend className="font-strong text-fg">{t('rejection.title')}</legend>
      {listed.map((reason, place) => (
        <label key={reason} className="flex min-h-8 items-center gap-2.5 max-md:min-h-10">
          <input
            type="radio"
            name="rejection-reason"
            checked={reason === chosen}
            onChange={() => onChoose(reason)}
            className="size-4 flex-none accent-accent"
          />
          <span className="flex-auto">{wordOf(reason)}</span>
          <span aria-hidden="true" className="max-md:hidden">
            <Kbd>{String(place + 1)}</Kbd>
          </span>
        </label>
      ))}
      <p id="reason-missing" role="alert" className="text-danger text-small empty:hidden">
        {missing && chosen === undefined ? t('rejection.missing') : ''}
      </p>
    </fieldset>
  );
}
