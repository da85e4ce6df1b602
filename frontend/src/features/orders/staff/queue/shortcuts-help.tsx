import { useTexts } from '../../../../i18n/index.ts';
import { Dialog, type Opened } from '../../../../ui/dialog.tsx';
import { commandKey, Kbd } from '../../../../ui/kbd.tsx';

export default function ShortcutsHelp({ open, onClose }: Opened) {
  const { t } = useTexts();
  const rows: readonly (readonly [keys: readonly string[], what: string])[] = [
    [['J', '↓'], t('queue.keyDown')],
    [['K', '↑'], t('queue.keyUp')],
    [['↵', 'O'], t('queue.keyOpen')],
    [['P'], t('queue.keyToPanel')],
    [['S'], t('queue.select')],
    [['A'], t('queue.approve')],
    [['R'], t('queue.reject')],
    [['M'], t('queue.match')],
    [['C'], t('queue.cancel')],
    [['D'], t('queue.complete')],
    [['X'], t('queue.cancelMatch')],
    [['/'], t('queue.keySearch')],
    [[commandKey, 'K'], t('commands.title')],
    [['Esc'], t('queue.keyEscape')],
    [['?'], t('queue.keyHelp')],
  ];
  return (
    <Dialog open={open} title={t('queue.keys')} onClose={onClose}>
      <dl className="grid gap-2.5 px-5 pb-6 md:px-8">
        {rows.map(([keys, what]) => (
          <div key={what} className="flex items-center justify-between gap-3">
            <dt className="text-fg-muted">{what}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className="px-5 pb-6 text-fg-subtle text-small md:px-8">{t('queue.keysText')}</p>
    </Dialog>
  );
}
