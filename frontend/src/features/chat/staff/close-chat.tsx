import { chatPaths } from '@matgyo/contracts/paths/chat';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { call } from '../../../api/call.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import { toast } from '../../../ui/toast.ts';

interface CloseChatProps {
  readonly roomId: string;
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Closes a room after confirmation, then opens the dashboard (specification, section 2). */
export default function CloseChat({ roomId, name, open, onClose }: CloseChatProps) {
  const { t, failureText } = useTexts();
  const navigate = useNavigate();
  const closing = useMutation({
    mutationFn: () => call(chatPaths.close, { params: { orderId: roomId }, body: {} }),
    onSuccess: () => {
      onClose();
      toast({ kind: 'done', text: t('chats.closed') });
      return navigate('/admin/dashboard');
    },
    onError: (error) => toast({ kind: 'failed', text: failureText(error, t('chats.closeFailed')) }),
  });
  return (
    <Confirm
      open={open}
      danger
      title={t('chats.closeTitle', { name })}
      confirmLabel={t('chats.close')}
      busy={closing.isPending}
      onConfirm={() => closing.mutate()}
      onCancel={onClose}
    >
      {t('chats.closeText')}
    </Confirm>
  );
}
