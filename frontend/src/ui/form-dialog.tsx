import { type ComponentProps, type SubmitEvent, useId } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FormFailure } from './form-page.tsx';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'footer' | 'failure' | 'blocking'> {
  readonly submitLabel: string;
  readonly danger?: boolean;
  /** While it is sent, the form is neither sent again nor closed. */
  readonly busy?: boolean;
  readonly failure?: string | undefined;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

export function FormDialog(props: FormDialogProps) {
  const { t } = useTexts();
  const {
    children,
    submitLabel,
    danger,
    closeLabel = t('dismiss'),
    busy = false,
    failure,
    onSubmit,
    ...dialog
  } = props;
  const id = useId();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A form behind this one is none of this one's business.
    event.stopPropagation();
    if (!busy) onSubmit(event);
  };
  return (
    <Dialog
      {...dialog}
      closeLabel={closeLabel}
      blocking={busy}
      failure={<FormFailure text={failure} />}
      footer={
        <Button
          type="submit"
          form={id}
          variant={danger === true ? 'danger' : 'primary'}
          busy={busy}
          className="max-md:flex-auto"
        >
          {submitLabel}
        </Button>
      }
    >
      <form
        id={id}
        noValidate
        onSubmit={submit}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-8 pt-1 pb-6 max-md:px-5"
      >
        {children}
      </form>
    </Dialog>
  );
}
