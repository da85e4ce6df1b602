import { useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { onDemand } from '../../ui/on-demand.tsx';

const ChangePassword = onDemand(() => import('./change-password.tsx'));

/** Opens the dialog in which one's own password is changed. */
export function PasswordButton() {
  const { t } = useTexts();
  const [dialog, setDialog] = useState<'open' | 'closing' | 'none'>('none');
  return (
    <>
      <Button size="medium" onClick={() => setDialog('open')}>
        {t('password.change')}
      </Button>
      {/* Gone once closed: passwords stay nowhere. */}
      {dialog !== 'none' && (
        <ChangePassword
          open={dialog === 'open'}
          onClose={() => setDialog('closing')}
          onClosed={() => setDialog('none')}
        />
      )}
    </>
  );
}
