import { useTexts } from '../../../i18n/index.ts';
import { classes } from '../../../ui/class-names.ts';
import { type StepName, stepNames } from './sign-up-form.ts';

/** How far the form is, in the fill bar's shape: done solid, here hatched, to come hollow. */
export function StepsBar({ step }: { readonly step: StepName }) {
  const { t } = useTexts();
  const here = stepNames.indexOf(step);
  return (
    <div>
      <p className="text-fg-subtle text-small">
        {t('signUp.stepOf', { step: here + 1, steps: stepNames.length })}
      </p>
      <div aria-hidden="true" className="fill-bar mt-1.5" data-thin="">
        {stepNames.map((name, index) => (
          <i
            key={name}
            className={classes(
              'grow',
              index < here ? 'bg-accent' : index === here ? 'fill-reserved' : 'fill-open',
            )}
          />
        ))}
      </div>
    </div>
  );
}
