import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { callForFile, type QueryOf, type Route } from '../api/call.ts';
import { saveFile } from '../api/save-file.ts';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { toast } from './toast.ts';

interface SavedFile<R extends Route> {
  readonly route: R;
  readonly query: QueryOf<R>;
  /** The file name if the server sends none. */
  readonly name: string;
}

interface SaveFileButtonProps<R extends Route> extends SavedFile<R> {
  /** Where a page has several files. */
  readonly text?: string;
  /** While there is no table on screen. */
  readonly off?: boolean | undefined;
}

/** Downloads a file, and says so. */
export function useSaveFile<R extends Route>({ route, query, name }: SavedFile<R>) {
  const { t, failureText } = useTexts();
  return useMutation({
    mutationFn: async () => {
      const file = await callForFile(route, { query });
      saveFile(file.blob, file.name ?? name);
    },
    onSuccess: () => toast({ kind: 'done', text: t('csv.done') }),
    onError: (error) => toast({ kind: 'failed', text: failureText(error, t('csv.failed')) }),
  });
}

/** Downloads the table on screen as CSV, with the same filters. */
export function SaveFileButton<R extends Route>({ text, off, ...file }: SaveFileButtonProps<R>) {
  const { t } = useTexts();
  const download = useSaveFile(file);
  return (
    <Button
      size="medium"
      className="max-md:min-h-11"
      busy={download.isPending}
      off={off}
      onClick={() => download.mutate()}
    >
      {!download.isPending && <Download size={18} />}
      {text ?? t('csv.download')}
    </Button>
  );
}

/** The table as a file for people, in their language, and as the one for programs and auditors. */
export function SaveFileButtons<R extends Route>({ query, ...file }: Omit<SaveFileButtonProps<R>, 'text'>) {
  const { t, language } = useTexts();
  return (
    <div className="flex flex-wrap gap-2 md:flex-none">
      <SaveFileButton {...file} query={{ ...query, storedLanguage: language }} />
      <SaveFileButton {...file} query={query} text={t('report.forAuditors')} />
    </div>
  );
}
