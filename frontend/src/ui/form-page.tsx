import type { ErrorCode } from '@matgyo/contracts/errors/index';
import { type ComponentProps, type ReactNode, type SubmitEvent, useState } from 'react';
import { isFailure } from '../api/call-failure.ts';
import { useTexts } from '../i18n/index.ts';
import { classes } from './class-names.ts';
import { usePageTitle } from './page-title.ts';

interface FormPageProps {
  readonly title: string;
  readonly intro?: ReactNode;
  /** Beside the form, where there is room for it. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A page with a form in one narrow column. */
export function FormPage({ title, intro, aside, children }: FormPageProps) {
  usePageTitle(title);
  return (
    <div className="page-x mx-auto flex w-full max-w-[75rem] items-start gap-x-[72px] pt-6 pb-16 md:pt-14">
      <div className="w-full max-w-[25rem] max-md:max-w-none">
        <h1 className="text-title">{title}</h1>
        {intro !== undefined && <p className="mt-1.5 text-fg-muted">{intro}</p>}
        <div className="mt-6">{children}</div>
      </div>
      {aside}
    </div>
  );
}

interface FormProps extends ComponentProps<'form'> {
  /** While set, it is not sent: it is being sent, or has to wait. */
  readonly busy?: boolean;
  readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/** A form that the client checks and sends, not the browser. */
export const Form = ({ busy = false, onSubmit, ...rest }: FormProps) => (
  <form
    {...rest}
    noValidate
    onSubmit={(event) => {
      event.preventDefault();
      // A form behind a dialog is none of its form's business.
      event.stopPropagation();
      if (!busy) onSubmit(event);
    }}
  />
);

/** An error of the whole form, above its button. */
export function FormFailure({ text }: { readonly text: string | undefined }) {
  return (
    <p role="alert" className="rounded-md bg-rejected-soft px-3.5 py-2.5 text-danger text-small empty:hidden">
      {text}
    </p>
  );
}

/** What a form shows of a refusal: at its field if its code is one `ofField`, else as `failure` above the button. */
export function useRefusal(
  ofField: readonly ErrorCode[],
  atField: (text: string) => void,
  unanswered?: string,
) {
  const { failureText } = useTexts();
  const [failure, setFailure] = useState<string>();
  const refused = (error: unknown) => {
    const text = failureText(error, unanswered);
    if (isFailure(error, ...ofField)) atField(text);
    else setFailure(text);
  };
  return { failure, setFailure, refused };
}

interface FormNoticeProps {
  readonly children: ReactNode;
  readonly className?: string;
}

export function FormNotice({ children, className = 'mb-5' }: FormNoticeProps) {
  return (
    <p
      role="status"
      className={classes(className, 'rounded-md bg-surface px-3.5 py-2.5 text-fg-muted text-small')}
    >
      {children}
    </p>
  );
}
