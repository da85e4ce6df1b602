import type { InquiryTitle } from '@matgyo/contracts/inquiries';
import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useSender } from '../../api/command.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { currentLanguage } from '../../i18n/index.ts';

interface Draft {
  readonly title: InquiryTitle;
  readonly description: string;
}

/** Sends an inquiry. The same text sent again after a lost response is stored once. */
export function useSubmitInquiry() {
  const queryClient = useQueryClient();
  const send = useSender();
  return useMutation({
    mutationFn: (draft: Draft) =>
      send({
        name: JSON.stringify(draft),
        send: (clientId) =>
          call(inquiryPaths.submitInquiry, {
            body: { ...draft, clientId, storedLanguage: currentLanguage() },
          }),
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.own.inquiries }),
  });
}
