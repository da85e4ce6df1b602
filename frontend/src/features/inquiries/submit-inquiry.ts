import type { InquiryTitle } from '@matgyo/contracts/endpoints/inquiries';
import { inquiryPaths } from '@matgyo/contracts/paths/inquiries';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call, newUuid } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { currentLanguage } from '../../i18n/index.ts';

interface Draft {
  readonly title: InquiryTitle;
  readonly description: string;
}

/** Sends an inquiry. The same words sent again after a lost answer are still one inquiry. */
export function useSubmitInquiry() {
  const queryClient = useQueryClient();
  const attempt = useRef<{ readonly words: string; readonly clientId: string }>(undefined);
  return useMutation({
    mutationFn: async (draft: Draft) => {
      const words = JSON.stringify(draft);
      if (attempt.current?.words !== words) attempt.current = { words, clientId: newUuid() };
      const { clientId } = attempt.current;
      return await call(inquiryPaths.submitInquiry, {
        body: { ...draft, clientId, storedLanguage: currentLanguage() },
      });
    },
    onSuccess: () => {
      attempt.current = undefined;
      return queryClient.invalidateQueries({ queryKey: queryKeys.own.inquiries });
    },
  });
}
