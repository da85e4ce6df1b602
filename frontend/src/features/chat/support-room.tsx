import { supportRoomOf } from '@matgyo/contracts/chat-rules';
import { useTexts } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { useConversation } from './conversation/use-conversation.ts';
import { RoomHeader } from './member-room-page.tsx';
import { Room, RoomFrame } from './room.tsx';

/** A member's room with the admins, about no order. */
export default function SupportRoom() {
  const { t } = useTexts();
  const conversation = useConversation(supportRoomOf(useSession()?.memberId ?? ''));
  return (
    <RoomFrame below="member">
      <RoomHeader
        back="/dashboard/profile"
        backLabel={t('menu.myPage')}
        title={t('menu.oneOnOne')}
        subtitle={t('chat.supportText')}
      >
        <ButtonLink to="/dashboard/inquiry-history" variant="quiet" size="medium">
          {t('menu.inquiryHistory')}
        </ButtonLink>
      </RoomHeader>
      <Room conversation={conversation} name={t('role.admin')} writeLabel={t('chat.write')} />
    </RoomFrame>
  );
}
