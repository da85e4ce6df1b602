import { useState } from 'react';
import { useWords } from '../../i18n/index.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Page } from '../../ui/page.tsx';

/** How to have one's information changed: an admin does it, so that a wallet or an account is never swapped by a thief. */
export default function EditInfoPage() {
  const { t } = useWords();
  const [open, setOpen] = useState(true);
  usePageTitle(t('editInfo.title'));
  const changeable = [
    t('member.phone'),
    t('member.bankName'),
    t('member.bankAccount'),
    t('member.tetherAddress'),
    t('member.telegram'),
    t('member.referralCode'),
  ];
  const fixed = [t('member.nickname'), t('member.username'), t('member.fullName'), t('member.dob')];
  return (
    <Page title={t('editInfo.title')}>
      <p className="mt-2 max-w-[38em] text-fg-muted">{t('editInfo.intro')}</p>
      <div className="mt-8 grid gap-8 md:grid-cols-2 md:gap-12">
        <Fields title={t('editInfo.changeable')} fields={changeable} />
        <Fields title={t('editInfo.fixed')} fields={fixed} />
      </div>
      <div className="mt-8 flex flex-wrap gap-2">
        <ButtonLink to="/dashboard/inquiry-history?new=edit" variant="primary">
          {t('editInfo.ask')}
        </ButtonLink>
        <Button onClick={() => setOpen(true)}>{t('editInfo.howTo')}</Button>
      </div>
      <Dialog
        open={open}
        title={t('editInfo.dialogTitle')}
        onClose={() => setOpen(false)}
        footer={
          <Button variant="primary" className="max-md:flex-auto" onClick={() => setOpen(false)}>
            {t('okay')}
          </Button>
        }
      >
        <ol className="grid gap-3 px-8 pb-6 max-md:px-5">
          {[t('editInfo.step1'), t('editInfo.step2'), t('editInfo.step3')].map((text, index) => (
            <li key={text} className="flex gap-3">
              <span className="w-4 flex-none text-accent font-[700]">{index + 1}</span>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      </Dialog>
    </Page>
  );
}

function Fields({ title, fields }: { readonly title: string; readonly fields: readonly string[] }) {
  return (
    <section>
      <h2 className="text-heading">{title}</h2>
      <ul className="mt-2">
        {fields.map((field) => (
          <li key={field} className="border-line border-b py-2.5 text-fg-muted last:border-0">
            {field}
          </li>
        ))}
      </ul>
    </section>
  );
}
