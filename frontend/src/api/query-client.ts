import { QueryClient } from '@tanstack/react-query';
import { isFailure, isPassing } from './call-failure.ts';

const triesAgain = 2;

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 1000,
        retry: (failures, error) => failures < triesAgain && isPassing(error),
        // A page that this role may not see shows that as a whole.
        throwOnError: (error) => isFailure(error, 'FORBIDDEN'),
        // The browser's offline state is often wrong; a failed call is more reliable.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
