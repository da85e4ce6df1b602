import { sessionPaths } from '@matgyo/contracts/paths/sessions';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useReload } from '../../api/use-reload.ts';

/** Where one is signed in, this device first. */
export const useDevices = () =>
  useQuery({
    queryKey: queryKeys.own.devices,
    queryFn: async ({ signal }) => (await call(sessionPaths.devices, { signal })).items,
  });

export const useEndDevice = () =>
  useMutation({
    mutationFn: (id: string) => call(sessionPaths.endDevice, { params: { id } }),
    onSettled: useReload(queryKeys.own.devices),
  });

export const useEndOtherDevices = () =>
  useMutation({
    mutationFn: () => call(sessionPaths.endOtherDevices),
    onSettled: useReload(queryKeys.own.devices),
  });
