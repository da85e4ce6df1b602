import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '../../i18n/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/**
 * How to have one's information changed: an admin does it, so that a wallet or an account is never swapped by a
 * thief. Closing leads to the 1:1 inquiry (specification, section 2).
 */
export default function EditInfoPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [open, setOpen] = useState(true);
  const changeable = [
    t('member.phone'),
    t('member.bankName'),
    t('member.bankAccount'),
    t('member.tetherAddress'),
    t('member.telegram'),
    t('member.referralCode'),
  ];
  const fixed = [t('member.nickname'), t('member.username'), t('member.fullName'), t('member.dob')];
  const close = () => setOpen(false);
  return (
    <Dialog
      open={open}
      title={t('menu.editInfo')}
      onClose={close}
      // Replaced, so that going back does not open it again.
      onClosed={() => void navigate('/dashboard/one-on-one', { replace: true })}
      footer={
        <>
          <Button onClick={close}>{t('okay')}</Button>
          <ButtonLink to="/dashboard/inquiry-history?new=edit" variant="primary" className="max-md:flex-auto">
            {t('editInfo.ask')}
          </ButtonLink>
        </>
      }
    >
      <div className="px-8 pb-6 max-md:px-5">
        <p className="text-fg-muted">{t('editInfo.intro')}</p>
        <ol className="mt-5 grid gap-3">
          {[t('editInfo.step1'), t('editInfo.step2'), t('editInfo.step3')].map((text, index) => (
            <li key={text} className="flex gap-3">
              <span className="w-4 flex-none text-accent font-[700]">{index + 1}</span>
              <span>{text}</span>
            </li>
          ))}
        </ol>
        <dl className="mt-5 grid gap-3 rounded-lg bg-inset px-4 py-3.5 text-small">
          <Fields title={t('editInfo.changeable')} fields={changeable} />
          <Fields title={t('editInfo.fixed')} fields={fixed} />
        </dl>
      </div>
    </Dialog>
  );
}

function Fields({ title, fields }: { readonly title: string; readonly fields: readonly string[] }) {
  return (
    <div>
      <dt className="font-strong">{title}</dt>
      <dd className="text-fg-muted">{fields.join(', ')}</dd>
    </div>
  );
}
