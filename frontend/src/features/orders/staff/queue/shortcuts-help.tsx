import { useTexts } from '../../../../i18n/index.ts';
import { Dialog, type Opened } from '../../../../ui/dialog.tsx';
import { Facts } from '../../../../ui/facts.tsx';
import { commandKey, Kbd } from '../../../../ui/kbd.tsx';

export default function ShortcutsHelp({ open, onClose }: Opened) {
  const { t } = useTexts();
  const keys = (...names: readonly string[]) => names.map((name) => <Kbd key={name}>{name}</Kbd>);
  return (
    <Dialog open={open} title={t('queue.keys')} onClose={onClose}>
      <dl className="grid gap-2.5 px-5 pb-6 md:px-8">
        <Facts
          line="flex items-center justify-between gap-3"
          label="text-fg-muted"
          value="flex gap-1"
          rows={{
            [t('queue.keyDown')]: keys('J', '↓'),
            [t('queue.keyUp')]: keys('K', '↑'),
            [t('queue.keyOpen')]: keys('↵', 'O'),
            [t('queue.keyToPanel')]: keys('P'),
            [t('queue.select')]: keys('S'),
            [t('queue.approve')]: keys('A'),
            [t('queue.reject')]: keys('R'),
            [t('queue.match')]: keys('M'),
            [t('queue.cancel')]: keys('C'),
            [t('queue.complete')]: keys('D'),
            [t('queue.cancelMatch')]: keys('X'),
            [t('queue.keySearch')]: keys('/'),
            [t('commands.title')]: keys(commandKey, 'K'),
            [t('queue.keyEscape')]: keys('Esc'),
            [t('queue.keyHelp')]: keys('?'),
          }}
        />
      </dl>
      <p className="px-5 pb-6 text-fg-subtle text-small md:px-8">{t('queue.keysText')}</p>
    </Dialog>
  );
}
