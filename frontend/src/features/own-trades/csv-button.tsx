import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { callForFile } from '../../api/call.ts';
import { failureText } from '../../api/failure-text.ts';
import type { QueryOf, Route } from '../../api/route.ts';
import { saveFile } from '../../api/save-file.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

interface CsvButtonProps<R extends Route> {
  readonly route: R;
  readonly query: QueryOf<R>;
  /** The file name if the server sends none. */
  readonly name: string;
}

/** Downloads the list as CSV, with the same period and filter. */
export function CsvButton<R extends Route>({ route, query, name }: CsvButtonProps<R>) {
  const { t } = useTexts();
  const download = useMutation({
    mutationFn: () => callForFile(route, { query }),
    onSuccess: (file) => {
      saveFile(file.blob, file.name ?? name);
      toast({ kind: 'done', text: t('csv.done') });
    },
    onError: (error) => toast({ kind: 'failed', text: failureText(error, t, t('csv.failed')) }),
  });
  return (
    <Button size="medium" busy={download.isPending} onClick={() => download.mutate()}>
      {!download.isPending && <Download size={16} strokeWidth={1.6} />}
      {t('csv.download')}
    </Button>
  );
}
