import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form-page.tsx';
import { type Range, useRange } from './range-fields.tsx';

const none: ReadonlySet<string> = new Set();

/** What the forms of both dry runs share: the range, and marking invalid fields once the form was submitted. */
export function useDryRunForm(start: Range, hasRun: boolean) {
  const range = useRange(start, hasRun);
  const [pressed, setPressed] = useState(false);
  const shown = (wrong: ReadonlySet<string> | undefined) => (pressed && wrong !== undefined ? wrong : none);
  return { range, pressed, setPressed, shown };
}

/** Of a form: changes with back and forward, which bring another query. The form that sends one keeps the focus. */
export function useFormKey(): number {
  const location = useLocation();
  const isBack = useNavigationType() === 'POP';
  const [shown, setShown] = useState({ location, times: 0 });
  if (shown.location !== location) setShown({ location, times: shown.times + (isBack ? 1 : 0) });
  return shown.times;
}

interface DryRunFormFrameProps {
  readonly label: string;
  readonly form: ReturnType<typeof useDryRunForm>;
  readonly busy: boolean;
  /** Undefined: a field cannot be read. */
  readonly send: (() => void) | undefined;
  readonly children: ReactNode;
}

export function DryRunFormFrame({ label, form, busy, send, children }: DryRunFormFrameProps) {
  const { t } = useTexts();
  /** Calls `send` if everything is readable, else moves the focus to the first invalid field. */
  const submit = ({ currentTarget }: SubmitEvent<HTMLFormElement>) => {
    const isReadable = send !== undefined && form.range.isReadable;
    form.setPressed(!isReadable);
    if (isReadable) return send();
    // By then the invalid fields are marked.
    requestAnimationFrame(() => currentTarget.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  return (
    <Form
      busy={busy}
      aria-label={label}
      onSubmit={submit}
      className="mt-5 grid gap-x-10 gap-y-6 lg:grid-cols-2"
    >
      {children}
      <div className="lg:col-span-2">
        <Button type="submit" variant="primary" busy={busy} className="max-md:w-full">
          {t('dryRun.ask')}
        </Button>
      </div>
    </Form>
  );
}
