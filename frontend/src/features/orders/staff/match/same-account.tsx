import { useErrorTexts } from '../../../../i18n/error-texts.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { Button } from '../../../../ui/button.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';

/** A member cannot trade with themselves (specification, section 8). */
export default function SameAccount({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const say = useErrorTexts();
  return (
    <Dialog
      open
      title={t('match.sameAccount')}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('okay')}
        </Button>
      }
    >
      <p className="px-5 pb-5 md:px-8">{say('SAME_ACCOUNT')}</p>
    </Dialog>
  );
}
