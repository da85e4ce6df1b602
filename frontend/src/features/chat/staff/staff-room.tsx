import { chatPaths } from '@matgyo/contracts/paths/chat';
import { useNavigate } from 'react-router-dom';
import { useCall } from '../../../api/use-call.ts';
import { useTexts } from '../../../i18n/index.ts';
import { ConfirmButton } from '../../../ui/confirm-button.tsx';
import { useConversation } from '../conversation/use-conversation.ts';
import { Room } from '../room.tsx';

interface StaffRoomProps {
  readonly orderId: string;
  readonly counterpart?: string | undefined;
  /** The other party's role, shown above the name. */
  readonly role: string;
  /** Undefined while loading. */
  readonly name: string | undefined;
  readonly writeLabel?: string;
}

/** One room as admins see it: the member, the conversation, and a button to close it. */
export function StaffRoom({ orderId, counterpart, role, name, writeLabel }: StaffRoomProps) {
  const { t } = useTexts();
  const conversation = useConversation(orderId, counterpart);
  const room = conversation?.now.room;
  const whom = name ?? role;
  const navigate = useNavigate();
  // Here, because the button goes as soon as the chat is closed.
  const closing = useCall(chatPaths.close, { done: t('chats.closed'), failed: t('chats.closeFailed') });
  return (
    <section aria-label={`${role} ${name ?? ''}`} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-12 flex-none items-center justify-between gap-2 py-1.5 pr-3 pl-4 md:pl-6">
        <h2 className="truncate text-body font-strong">
          <span className="font-medium text-fg-subtle">{role}</span> {name}
        </h2>
        {room !== undefined && !room.closed && (
          <ConfirmButton
            variant="quiet"
            size="small"
            label={t('chats.close')}
            title={t('chats.closeTitle', { name: whom })}
            text={room.kind === 'support' ? t('chats.closeSupportText') : t('chats.closeText')}
            busy={closing.isPending}
            // It opens the dashboard (specification, section 2), unless another page has been opened since.
            onConfirm={(close) =>
              closing.mutate(
                { params: { orderId: room._id }, body: {} },
                { onError: close, onSuccess: () => void navigate('/admin/dashboard') },
              )
            }
          />
        )}
      </div>
      <Room
        conversation={conversation}
        name={whom}
        writeLabel={writeLabel ?? t('chats.writeTo', { name: whom })}
      />
    </section>
  );
}
