import { type ComponentProps, useId } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form, FormFailure } from './form-page.tsx';

interface FormDialogProps extends Omit<ComponentProps<typeof Dialog>, 'footer' | 'failure' | 'blocking'> {
  readonly submitLabel: string;
  readonly danger?: boolean;
  /** While it is sent, the form is neither sent again nor closed. */
  readonly busy?: boolean;
  readonly failure?: string | undefined;
  readonly onSubmit: ComponentProps<typeof Form>['onSubmit'];
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
      <Form
        id={id}
        busy={busy}
        onSubmit={onSubmit}
        className="grid grid-cols-[minmax(0,1fr)] gap-4 px-8 pt-1 pb-6 max-md:px-5"
      >
        {children}
      </Form>
    </Dialog>
  );
}
