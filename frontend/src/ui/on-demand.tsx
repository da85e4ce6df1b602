import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { pollEveryMs } from '../api/queries.ts';
import { serverAnswers } from '../api/server-answers.ts';
import { useTexts } from '../i18n/index.ts';
import { toast } from './toast.ts';

export type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * A component in its own chunk that is rendered as soon as the chunk has loaded, with a placeholder until then. For
 * dialogs and menus that the user opens: React waits 300 ms between revealing two suspended boundaries, which the
 * user would notice. A chunk that fails to load triggers the nearest error boundary, which reloads the page; while the
 * server cannot be reached, the page stays as it is.
 */
export function onDemand<Props extends object>(
  load: Load<Props>,
  placeholder?: (props: Props) => ReactNode,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function OnDemand(props: Props) {
    const { t } = useTexts();
    const [Drawn, setDrawn] = useState(() => loaded);
    const [failure, setFailure] = useState<{ readonly cause: unknown }>();
    useEffect(() => {
      if (loaded !== undefined) return;
      const closing = new AbortController();
      load().then(
        (chunk) => {
          loaded = chunk.default;
          setDrawn(() => loaded);
        },
        async (cause: unknown) => {
          if (!(await serverAnswers())) toast({ kind: 'failed', text: t('pages.notDownloaded') });
          await untilServed(closing.signal);
          if (!closing.signal.aborted) setFailure({ cause });
        },
      );
      return () => closing.abort();
    }, [t]);
    if (failure !== undefined) throw failure.cause;
    return Drawn === undefined ? placeholder?.(props) : <Drawn {...props} />;
  };
}

/** A dialog in its own chunk, which loads when the dialog is opened for the first time. */
export function onDemandDialog<Props extends { readonly open: boolean }>(
  load: Load<Props>,
): ComponentType<Props> {
  const Dialog = onDemand(load);
  return function OnDemandDialog(props: Props) {
    const [wasOpened, setWasOpened] = useState(props.open);
    if (props.open && !wasOpened) setWasOpened(true);
    return wasOpened && <Dialog {...props} />;
  };
}

/** Waits until the server can be reached. A browser does not ask again for a chunk that failed: the page has to reload. */
async function untilServed(closing: AbortSignal): Promise<void> {
  while (!closing.aborted && !(await serverAnswers()))
    await new Promise((resolve) => setTimeout(resolve, pollEveryMs));
}
