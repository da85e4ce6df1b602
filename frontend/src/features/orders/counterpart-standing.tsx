import type { StandingView } from '@matgyo/contracts/endpoints/levels';
import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import Standing from '../../ui/standing.tsx';

/** The counterpart's level, with its reasons on demand. */
export default function CounterpartStanding({ standing }: { readonly standing: StandingView }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <details className="text-small" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-9 content-center text-fg-muted">
        {t('levels.counterpart')} · {t('account.level')} {standing.level} ·{' '}
        {t('levels.completed', { count: standing.trades })}
      </summary>
      {open && <Standing standing={standing} />}
    </details>
  );
}
