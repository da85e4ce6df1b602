import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type BrowserPush,
  dropBrowserPush,
  isPushPossible,
  readBrowserPush,
  startBrowserPush,
} from '../../api/browser-push.ts';
import { usePublicSettings } from '../../api/public-settings.ts';
import { queryKeys } from '../../api/queries.ts';
import { useTexts } from '../../i18n/index.ts';
import { hasPushPermission } from '../../session/leave-browser-push.ts';
import { toast } from '../../ui/toast.ts';

/** Keeps a browser with permission subscribed with the server's current key. */
export function useBrowserPushRenewal(): void {
  usePushState(isPushPossible() && hasPushPermission());
}

/** The setting for push notifications; undefined while loading, or if the server or browser does not support them. */
export function useBrowserPush() {
  const { t, failureText } = useTexts();
  const queryClient = useQueryClient();
  const { publicKey, queryKey, state } = usePushState(isPushPossible());
  const toggle = useMutation({
    mutationFn: async (on: boolean): Promise<BrowserPush> => {
      if (on) return startBrowserPush(publicKey ?? '');
      await dropBrowserPush();
      return 'off';
    },
    onSuccess: (next) => queryClient.setQueryData(queryKey, next),
    onError: (error) =>
      toast({
        kind: 'failed',
        text: error instanceof DOMException ? t('settings.pushUnanswered') : failureText(error),
      }),
  });
  return state && { state, busy: toggle.isPending, toggle: toggle.mutate };
}

function usePushState(possible: boolean) {
  const { language } = useTexts();
  const publicKey = usePublicSettings()?.webPushPublicKey;
  const enabled = possible && publicKey != null;
  const queryKey = [...queryKeys.own.browserPush, language];
  const { data, isError } = useQuery({
    queryKey,
    queryFn: () => readBrowserPush(publicKey ?? ''),
    enabled,
    retry: false,
  });
  // A push service that is unavailable now may be back when the switch is used.
  const known = data ?? (isError ? 'off' : undefined);
  return { publicKey, queryKey, state: enabled ? known : undefined };
}
