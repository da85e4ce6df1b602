import { useTexts } from '../../../../../i18n/index.ts';
import type { OpenedCase } from './open-case.ts';
import {
  dayAndTime,
  Mono,
  PaperFacts,
  PaperSection,
  PaperTable,
  Together,
  VerdictMark,
} from './paper-parts.tsx';

/** The signed checkpoint, and each stream's last event in it. */
export function PaperProof({ opened }: { readonly opened: OpenedCase }) {
  const { t, formatCount } = useTexts();
  const { proofs } = opened.file;
  const { refused } = proofs;
  const { statement, signature } = proofs.checkpoint;
  return (
    <>
      {refused !== undefined && (
        <PaperSection title={t('signing.title')}>
          <p className="font-strong">{t('signing.refusedSince', { at: dayAndTime(refused.since) })}</p>
          <p>{t(`signing.why.${refused.why}`)}</p>
        </PaperSection>
      )}
      <PaperSection title={t('audit.checkpoint')}>
        <dl className="break-inside-avoid">
          <PaperFacts
            rows={{
              [t('caseFile.number')]: `${statement.sequence} · ${dayAndTime(statement.madeAt)}`,
              [t('caseFile.position')]: <Mono>{statement.eventId}</Mono>,
              [t('caseFile.covers')]: t('caseFile.eventsInStreams', {
                count: statement.streams,
                events: formatCount(statement.events),
                streams: formatCount(statement.streams),
              }),
              [t('audit.root')]: <Mono>{statement.root}</Mono>,
              [t('caseFile.keyId')]: <Mono>{statement.keyId}</Mono>,
              [t('caseFile.publicKey')]: <Mono>{proofs.key.publicKey}</Mono>,
              [t('caseFile.signature')]: <Mono>{signature}</Mono>,
              [t('caseFile.checked')]: <VerdictMark verdict={opened.verdicts.checkpoint} />,
            }}
          />
        </dl>
      </PaperSection>
      <PaperTable
        title={t('caseFile.streams')}
        heads={[t('caseFile.stream'), t('caseFile.last'), t('caseFile.chain'), t('audit.root')]}
        widths={['w-[14.5rem]', '', 'w-20', 'w-20']}
      >
        {proofs.heads.map(({ stream, revision, hash }) => (
          <Together key={stream}>
            <tr>
              <td className="break-all font-mono">{stream}</td>
              <td className="break-all font-mono">
                @{revision} {hash}
              </td>
              <td>
                <VerdictMark verdict={opened.verdicts.streams.get(stream)?.chain} />
              </td>
              <td>
                <VerdictMark verdict={opened.verdicts.streams.get(stream)?.root} />
              </td>
            </tr>
          </Together>
        ))}
      </PaperTable>
    </>
  );
}

/** What identifies the file, to compare a printout with it. */
export function PaperFile({ opened }: { readonly opened: OpenedCase }) {
  const { t, formatCount } = useTexts();
  const { file, blob, name, sha256, verdicts } = opened;
  const { statement, signature, people } = file;
  const madeBy = people.find(({ memberId }) => memberId === statement.madeBy)?.nickname;
  return (
    <PaperSection title={t('caseFile.file')}>
      <dl className="break-inside-avoid">
        <PaperFacts
          rows={{
            [t('caseFile.name')]: <Mono>{`${name} (${formatCount(blob.size)} B)`}</Mono>,
            'SHA-256': <Mono>{sha256}</Mono>,
            [t('caseFile.made')]: `${dayAndTime(statement.madeAt)} · ${madeBy ?? statement.madeBy}`,
            [t('audit.request')]: <Mono>{statement.requestId}</Mono>,
            [t('caseFile.signature')]: <Mono>{signature}</Mono>,
            [t('caseFile.checked')]: <VerdictMark verdict={verdicts.signature} />,
          }}
        />
      </dl>
      <p className="mt-1 break-inside-avoid">{t('caseFile.howToCheck', { name })}</p>
    </PaperSection>
  );
}
