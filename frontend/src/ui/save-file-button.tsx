import { Download } from 'lucide-react';
import { useState } from 'react';
import { callForFile } from '../api/call.ts';
import { failureText } from '../api/failure-text.ts';
import type { QueryOf, Route } from '../api/route.ts';
import { saveFile } from '../api/save-file.ts';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.tsx';
import { toast } from './toast.ts';

interface SaveFileButtonProps<R extends Route> {
  readonly label: string;
  readonly route: R;
  readonly query: QueryOf<R>;
  /** The file name if the server sends none. */
  readonly name: string;
  readonly variant: 'primary' | 'secondary';
}

/** Downloads a table as a file. */
export function SaveFileButton<R extends Route>({
  label,
  route,
  query,
  name,
  variant,
}: SaveFileButtonProps<R>) {
  const { t } = useTexts();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      const file = await callForFile(route, { query });
      saveFile(file.blob, file.name ?? name);
      toast({ kind: 'done', text: t('csv.done') });
    } catch (error) {
      toast({ kind: 'failed', text: failureText(error, t) });
    } finally {
      setSaving(false);
    }
  };
  return (
    <Button variant={variant} size="medium" className="max-md:min-h-11" busy={saving} onClick={save}>
      {!saving && <Download size={18} strokeWidth={1.6} />}
      {label}
    </Button>
  );
}
