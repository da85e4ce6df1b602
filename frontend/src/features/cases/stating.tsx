import { casePaths } from '@matgyo/contracts/paths/cases';
import { useState } from 'react';
import { formCommand } from '../../api/command.ts';
import { useTexts } from '../../i18n/index.ts';
import { useDraft } from '../../session/use-draft.ts';
import { Button } from '../../ui/button.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';
import { StatementField } from '../../ui/statement-field.tsx';
import { useCaseCommand } from './cases.ts';

/** The same id everywhere, because a page has at most one such form. */
export const statementFieldId = 'case-statement';

/** A statement in a dispute, or an appeal against its ruling. */
export function Stating({ id, kind }: { readonly id: string; readonly kind: 'addStatement' | 'appeal' }) {
  const { t } = useTexts();
  const [statement, setStatement] = useDraft(`${kind}:${id}`);
  const [image, setImage] = useState<Blob>();
  const stating = useCaseCommand(
    (fields: { readonly statement: string; readonly image: Blob | undefined }) =>
      formCommand(casePaths[kind], { params: { id } }, fields),
    {
      done: t(`dispute.${kind}Done`),
      failed: t(`dispute.${kind}Failed`),
      // The pushed case may remove an appeal's form before the answer comes; its draft is deleted all the same.
      onDone: () => {
        setStatement('');
        setImage(undefined);
      },
    },
  );
  const [missing, setMissing] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const trimmed = statement.trim();
        setMissing(trimmed === '');
        if (trimmed === '' || stating.isPending) return;
        stating.mutate({ statement: trimmed, image });
      }}
      className="mt-4 grid max-w-[40rem] gap-3"
    >
      <StatementField
        id={statementFieldId}
        label={t(`dispute.${kind}Label`)}
        value={statement}
        rows={3}
        onChange={(text) => {
          setStatement(text);
          setMissing(false);
        }}
        error={missing ? t('dispute.missing') : undefined}
      />
      <PhotoField image={image} onImage={setImage} />
      <Button type="submit" variant="primary" busy={stating.isPending} className="justify-self-start">
        {t(`dispute.${kind}Send`)}
      </Button>
    </form>
  );
}
