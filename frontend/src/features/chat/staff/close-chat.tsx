import { chatPaths } from '@matgyo/contracts/paths/chat';
import { useNavigate } from 'react-router-dom';
import { useCall } from '../../../api/use-call.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Confirm } from '../../../ui/confirm.tsx';

interface CloseChatProps {
  readonly roomId: string;
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Closes a room after confirmation, then opens the dashboard (specification, section 2). */
export default function CloseChat({ roomId, name, open, onClose }: CloseChatProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const closing = useCall(chatPaths.close, {
    onSuccess: () => {
      onClose();
      void navigate('/admin/dashboard');
    },
    done: t('chats.closed'),
    failed: t('chats.closeFailed'),
  });
  return (
    <Confirm
      open={open}
      danger
      title={t('chats.closeTitle', { name })}
      confirmLabel={t('chats.close')}
      busy={closing.isPending}
      onConfirm={() => closing.mutate({ params: { orderId: roomId }, body: {} })}
      onCancel={onClose}
    >
      {t('chats.closeText')}
    </Confirm>
  );
}
