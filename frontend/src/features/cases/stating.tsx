import { casePaths } from '@matgyo/contracts/paths/cases';
import { useState } from 'react';
import { formCommand } from '../../api/command.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form-page.tsx';
import { type Photo, PhotoField } from '../../ui/photo-field.tsx';
import { StatementField } from '../../ui/statement-field.tsx';
import { useStatement } from '../../ui/use-statement.ts';
import { useCaseCommand } from './cases.ts';

/** The same id everywhere, because a page has at most one such form. */
export const statementFieldId = 'case-statement';

export function Stating({ id, kind }: { readonly id: string; readonly kind: 'addStatement' | 'appeal' }) {
  const { t } = useTexts();
  // One draft for both: a ruling may come while a statement is typed, and its text is then what an appeal begins with.
  const statement = useStatement(`statement:${id}`, t('dispute.missing'));
  const [image, setImage] = useState<Photo>();
  const stating = useCaseCommand(
    (fields: { readonly statement: string; readonly image: Blob | undefined }) =>
      formCommand(casePaths[kind], { params: { id } }, fields),
    {
      done: t(`dispute.${kind}Done`),
      failed: t(`dispute.${kind}Failed`),
      // The pushed case may remove an appeal's form before the answer comes; its draft is deleted all the same.
      onDone: (_answer, sent) => {
        statement.clear(sent.statement);
        setImage((now) => (now === sent.image ? undefined : now));
      },
    },
  );
  return (
    <Form
      onSubmit={() => {
        statement.check();
        if (statement.written === '' || stating.isPending || image === 'loading') return;
        stating.mutate({ statement: statement.written, image });
      }}
      className="mt-4 grid max-w-[40rem] gap-3"
    >
      <StatementField {...statement.field} id={statementFieldId} label={t(`dispute.${kind}Label`)} rows={3} />
      <PhotoField image={image} onImage={setImage} />
      <Button
        type="submit"
        variant="primary"
        busy={stating.isPending || image === 'loading'}
        className="justify-self-start"
      >
        {t(`dispute.${kind}Send`)}
      </Button>
    </Form>
  );
}
