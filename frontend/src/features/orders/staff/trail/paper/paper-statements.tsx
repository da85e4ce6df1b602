import type { CaseFile } from '@matgyo/contracts/case-file';
import { useTexts } from '../../../../../i18n/index.ts';
import { useEntryLabels } from '../../../../../ui/entry-labels.ts';
import { type CaseEvent, caseEvents } from './case-events.ts';
import type { OpenedCase } from './open-case.ts';
import { PaperTable, PaperTime, Together, VerdictMark, Word } from './paper-parts.tsx';

/** Statements in disputes, rulings, appeals and reversals, each beside the hash that the log has of it. */
export function PaperStatements({ opened: { file, verdicts } }: { readonly opened: OpenedCase }) {
  const { t } = useTexts();
  const texts = new Map((file.statements ?? []).map((statement) => [statement.hash, statement]));
  const statements = caseEvents(file).flatMap((one) => {
    const statement = texts.get(String(one.event.data['statement'] ?? one.event.data['grounds']));
    return statement === undefined ? [] : [{ one, statement }];
  });
  if (statements.length === 0) return null;
  return (
    <PaperTable
      title={t('caseFile.statements')}
      heads={[t('label.time'), t('trail.who'), t('caseFile.statement')]}
      widths={['w-[4.75rem]', 'w-28', '']}
    >
      {statements.map(({ one, statement }) => (
        <Statement
          key={one.event.id}
          one={one}
          statement={statement}
          verdict={verdicts.statements.get(statement.hash)}
        />
      ))}
    </PaperTable>
  );
}

interface StatementProps {
  readonly one: CaseEvent;
  readonly statement: NonNullable<CaseFile['statements']>[number];
  readonly verdict: boolean | undefined;
}

function Statement({ one, statement, verdict }: StatementProps) {
  const { event, actor } = one;
  const { hash, text, imageSha256 } = statement;
  const { t } = useTexts();
  const { what } = useEntryLabels()({ type: event.type, amount: null, released: null, fee: null }, undefined);
  return (
    <Together>
      <tr>
        <PaperTime at={event.metadata.at} />
        <td>
          {actor.nickname ?? event.metadata.actorId}
          <div>{what}</div>
        </td>
        <td className="whitespace-pre-wrap">{text ?? t('caseFile.erased')}</td>
      </tr>
      <tr>
        <td colSpan={3} className="break-all font-mono text-[0.5625rem] leading-3">
          {imageSha256 !== null && (
            <>
              <Word>{t('caseFile.attachment')}</Word> SHA-256 {imageSha256}
              <br />
            </>
          )}
          <Word>{t('caseFile.statement')}</Word> SHA-256 {hash}{' '}
          {text !== null && (
            <Word>
              <VerdictMark verdict={verdict} />
            </Word>
          )}
        </td>
      </tr>
    </Together>
  );
}
