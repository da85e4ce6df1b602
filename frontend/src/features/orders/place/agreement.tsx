import type { Ref } from 'react';
import { useTexts } from '../../../i18n/index.ts';

interface AgreementProps {
  readonly agreed: boolean;
  readonly onAgree: (agreed: boolean) => void;
  /** What is wrong with it. */
  readonly message: string | undefined;
  readonly ref: Ref<HTMLInputElement>;
}

/** The agreement that an order needs. */
export function Agreement({ agreed, onAgree, message, ref }: AgreementProps) {
  const { t } = useTexts();
  return (
    <>
      <label className="mt-2.5 flex gap-2.5 border-line border-t pt-3 text-small md:mt-5 md:pt-4">
        <input
          ref={ref}
          type="checkbox"
          checked={agreed}
          aria-describedby="agreed-fault"
          onChange={(event) => onAgree(event.target.checked)}
          // Focused when it is what is missing: the message below it comes into view as well.
          className="size-5 flex-none scroll-mb-24 accent-accent"
        />
        <span>{t('place.agree')}</span>
      </label>
      <p id="agreed-fault" role="alert" className="mt-1.5 text-danger text-small empty:hidden">
        {message}
      </p>
    </>
  );
}
