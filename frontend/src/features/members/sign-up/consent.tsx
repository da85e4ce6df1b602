import { Fragment } from 'react';
import { usePolicies } from '../../../api/public-settings.ts';
import { useTexts } from '../../../i18n/index.ts';
import { FieldError } from '../../../ui/field.tsx';

/** `missing`: a code was requested without it. */
export type ConsentState = 'given' | 'missing' | undefined;

interface ConsentProps {
  readonly consent: ConsentState;
  readonly onChange: (consent: ConsentState) => void;
}

/** Consent to the operator's terms and privacy policy, which open in a tab of their own; nothing where there are none. */
export function Consent({ consent, onChange }: ConsentProps) {
  const { t } = useTexts();
  const policies = usePolicies();
  const isMissing = consent === 'missing';
  if (policies.length === 0) return null;
  const [before = '', after = ''] = t('signUp.consent', { policies: '|' }).split('|');
  return (
    <div className="grid gap-1.5">
      <label className="flex min-h-6 gap-2.5 text-small">
        <input
          id="consent"
          type="checkbox"
          checked={consent === 'given'}
          aria-describedby="consent-error"
          aria-invalid={isMissing || undefined}
          onChange={(event) => onChange(event.target.checked ? 'given' : undefined)}
          className="size-5 flex-none accent-accent"
        />
        <span>
          {before}
          {policies.map(({ name, url }, index) => (
            <Fragment key={name}>
              {index > 0 && ', '}
              <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-[3px]">
                {t(`footer.${name}`)}
              </a>
            </Fragment>
          ))}
          {after}
        </span>
      </label>
      <FieldError id="consent" error={isMissing ? t('signUp.consentMissing') : undefined} />
    </div>
  );
}
