import { Fragment } from 'react';
import { usePolicies } from '../../../api/public-settings.ts';
import { useTexts } from '../../../i18n/index.ts';
import { FieldError } from '../../../ui/field.tsx';

interface ConsentProps {
  readonly given: boolean;
  readonly onGive: (given: boolean) => void;
  /** A code was requested without it. */
  readonly missing: boolean;
}

/** Consent to the operator's terms and privacy policy, which open in a tab of their own; nothing where there are none. */
export function Consent({ given, onGive, missing }: ConsentProps) {
  const { t } = useTexts();
  const policies = usePolicies();
  if (policies.length === 0) return null;
  const [before = '', after = ''] = t('signUp.consent', { policies: '|' }).split('|');
  return (
    <div className="grid gap-1.5">
      <label className="flex min-h-6 gap-2.5 text-small">
        <input
          id="consent"
          type="checkbox"
          checked={given}
          aria-describedby="consent-error"
          aria-invalid={missing || undefined}
          onChange={(event) => onGive(event.target.checked)}
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
      <FieldError id="consent" error={missing ? t('signUp.consentMissing') : undefined} />
    </div>
  );
}
