import { QueryClient } from '@tanstack/react-query';
import { isFailure, isPassing } from './call-failure.ts';

const triesAgain = 2;

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 1000,
        retry: (failures, error) => failures < triesAgain && isPassing(error),
        // Not for this role: the page says so, whichever of its parts was refused.
        throwOnError: (error) => isFailure(error, 'FORBIDDEN'),
        // The browser's own idea of being offline is often wrong; a call that fails says it better.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
