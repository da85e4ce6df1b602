import { useSearchParams } from 'react-router-dom';
import { type StepName, stepNames } from './sign-up-form.ts';

/** The step is in the address: the browser's back goes one step back and loses nothing. */
export function useStep(openStep: () => StepName) {
  const [search, setSearch] = useSearchParams();
  const requested = search.get('step');
  const named = stepNames.find((name) => name === requested) ?? 'phone';
  const furthest = stepNames.indexOf(openStep());
  const step = stepNames.indexOf(named) <= furthest ? named : (stepNames[furthest] ?? 'phone');
  const goTo = (next: StepName, how: { replace: boolean } = { replace: false }) =>
    setSearch(
      (current) => {
        current.set('step', next);
        return current;
      },
      { replace: how.replace },
    );
  return { step, goTo, wasFurther: stepNames.indexOf(named) > furthest };
}
