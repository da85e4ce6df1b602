import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { onDemandDialog } from '../../../ui/on-demand.tsx';
import { useConversation } from '../conversation/use-conversation.ts';
import { Room } from '../room.tsx';

const CloseChat = onDemandDialog(() => import('./close-chat.tsx'));

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
  const [isConfirming, setConfirming] = useState(false);
  const whom = name ?? role;
  return (
    <section aria-label={`${role} ${name ?? ''}`} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-12 flex-none items-center justify-between gap-2 py-1.5 pr-3 pl-4 md:pl-6">
        <h2 className="truncate text-body font-strong">
          <span className="font-medium text-fg-subtle">{role}</span> {name}
        </h2>
        {room !== undefined && !room.closed && (
          <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setConfirming(true)}>
            {t('chats.close')}
          </Button>
        )}
      </div>
      <Room
        conversation={conversation}
        name={whom}
        writeLabel={writeLabel ?? t('chats.writeTo', { name: whom })}
      />
      {room !== undefined && (
        <CloseChat roomId={room._id} name={whom} open={isConfirming} onClose={() => setConfirming(false)} />
      )}
    </section>
  );
}
