import type { CaseFile } from '@matgyo/contracts/case-file';
import type { ChatRole } from '@matgyo/contracts/endpoints/chat-views';
import { dateTimeInKorea } from '../../../../../format/date-time.ts';
import { useTexts } from '../../../../../i18n/index.ts';
import { nicknamesIn } from './case-events.ts';
import type { OpenedCase } from './open-case.ts';
import { PaperSection, PaperTable, PaperTime, Together, VerdictMark, Word } from './paper-parts.tsx';

type Room = CaseFile['chats'][number];
type Message = Room['messages'][number];

/** The chats about the order and its trades. Pictures are listed by hash; the files are handed over separately. */
export function PaperChats({ opened: { file, verdicts } }: { readonly opened: OpenedCase }) {
  const { t, formatCount } = useTexts();
  const nicknames = nicknamesIn(file);
  if (file.chats.length === 0)
    return (
      <PaperSection title={t('menu.chats')}>
        <p>{t('caseFile.noChats')}</p>
      </PaperSection>
    );
  return file.chats.map((room) => {
    const kind = room.kind === 'trade' ? t('chats.trade') : t('caseFile.orderChat');
    const title = `${kind} ${room.roomId}`;
    const intro = (
      <p className="mb-1 break-after-avoid">
        {t('caseFile.messages', { count: room.messages.length, messages: formatCount(room.messages.length) })}{' '}
        · {t('caseFile.chain')} <VerdictMark verdict={verdicts.rooms.get(room.roomId)} />
        {room.closedAt !== null && ` · ${t('caseFile.closedAt', { at: dateTimeInKorea(room.closedAt) })}`}
      </p>
    );
    if (room.messages.length === 0)
      return (
        <PaperSection key={room.roomId} title={title}>
          {intro}
        </PaperSection>
      );
    return (
      <PaperTable
        key={room.roomId}
        title={title}
        intro={intro}
        heads={['#', t('label.time'), t('trail.who'), t('caseFile.content')]}
        widths={['w-6', 'w-[4.75rem]', 'w-28', '']}
      >
        {room.messages.map((message) => (
          <ChatMessage key={message.messageId} message={message} sender={nicknames.get(message.senderId)} />
        ))}
      </PaperTable>
    );
  });
}

function ChatMessage({
  message,
  sender,
}: {
  readonly message: Message;
  readonly sender: string | undefined;
}) {
  const { t, formatCount } = useTexts();
  const { seq, at, role, content, image, imageSha256, hash } = message;
  const roles: Record<ChatRole, string> = {
    seller: t('label.seller'),
    buyer: t('label.buyer'),
    member: t('role.member'),
    admin: t('role.admin'),
  };
  return (
    <Together>
      <tr>
        <td>{seq}</td>
        <PaperTime at={at} />
        <td>
          {sender ?? message.senderId}
          <div>{roles[role]}</div>
        </td>
        <td className="whitespace-pre-wrap">{content}</td>
      </tr>
      <tr>
        <td />
        <td colSpan={3} className="break-all font-mono text-[0.5625rem] leading-3">
          {imageSha256 !== null && (
            <>
              <Word>{t('caseFile.attachment')}</Word>{' '}
              {image !== null &&
                `${image.type}, ${formatCount(image.bytes)} B, ${image.width}×${image.height}, `}
              SHA-256 {imageSha256}
              <br />
            </>
          )}
          <Word>{t('caseFile.message')}</Word> SHA-256 {hash}
        </td>
      </tr>
    </Together>
  );
}
