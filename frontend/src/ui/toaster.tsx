import { Toast } from '@base-ui/react/toast';
import { Check, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useTexts } from '../i18n/index.ts';
import { classes } from './class-names.ts';
import { attachToasts, type ToastMessage } from './toast.ts';
import { Unbroken } from './unbroken.tsx';
import { phoneWidth, useMedia } from './use-media.ts';

/** Long enough to read one sentence twice. */
const stayMs = 3500;
const shownMax = 3;

const manager = Toast.createToastManager<ToastMessage>();

function show(message: ToastMessage): void {
  manager.add({
    // A text that is on the screen is not added again, as after a double click; but each action is offered.
    ...(message.action === undefined && { id: message.text }),
    title: message.text,
    data: message,
    ...(message.stayMs !== undefined && { timeout: message.stayMs }),
    priority: message.kind === 'failed' ? 'high' : 'low',
    ...(message.action !== undefined && {
      actionProps: { children: message.action.label, onClick: message.action.run },
    }),
  });
}

/**
 * Shows toasts at the bottom centre; on a phone over the top bar, since a thumb's next button or field is at the
 * bottom, and a page's first button below the bar. Clicks go through those without an action. Loaded with the first
 * message, for members before it.
 */
export default function Toaster() {
  const { t } = useTexts();
  const phone = useMedia(phoneWidth);
  return (
    <Toast.Provider toastManager={manager} timeout={stayMs} limit={shownMax}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={t('shell.notices')}
          className={classes(
            'pointer-events-none fixed inset-x-0 z-[60] flex flex-col items-center gap-2 px-5',
            phone ? 'top-1.5' : 'bottom-6',
          )}
        >
          <Messages />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function Messages() {
  const { toasts } = Toast.useToastManager<ToastMessage>();
  useEffect(() => attachToasts(show), []);
  return toasts.map((message) => (
    <Toast.Root
      key={message.id}
      toast={message}
      className={classes(
        message.data?.kind === 'failed' ? 'bg-danger text-on-danger' : 'bg-notice text-on-notice',
        message.data?.action !== undefined && 'pointer-events-auto',
        'flex min-h-11 items-center gap-2 rounded-md py-2 pr-4 pl-3.5 text-small shadow-float transition-[opacity,translate] duration-base ease-out-soft data-ending-style:translate-y-2 data-starting-style:translate-y-2 data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0 max-md:w-full',
      )}
    >
      <Toast.Content className="flex flex-auto items-center gap-2">
        {message.data?.kind === 'failed' ? <TriangleAlert size={18} /> : <Check size={18} />}
        <Toast.Title render={<p />}>
          <Unbroken text={message.data?.text ?? ''} />
        </Toast.Title>
        <Toast.Action className="ml-2 min-h-6 whitespace-nowrap font-strong underline underline-offset-[3px]" />
      </Toast.Content>
    </Toast.Root>
  ));
}
