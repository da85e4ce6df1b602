import { chatPaths } from '@matgyo/contracts/paths/chat';
import { callForFile } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useTexts } from '../../i18n/index.ts';
import { StoredImage } from '../../ui/stored-image.tsx';

/** The picture of a message. */
export function ChatImage({ url, sender }: { readonly url: string; readonly sender: string }) {
  const { t } = useTexts();
  const id = url.split('/').at(-1) ?? '';
  return (
    <StoredImage
      queryKey={queryKeys.own.chat.image(id)}
      fetchImage={async (signal) => (await callForFile(chatPaths.image, { signal, params: { id } })).blob}
      alt={t('chat.image', { sender })}
      title={t('chat.imageOf', { sender })}
    />
  );
}
