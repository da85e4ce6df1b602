import type { DeviceView } from '@matgyo/contracts/endpoints/sessions';
import { sessionPaths } from '@matgyo/contracts/paths/sessions';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';

export type Device = DeviceView;

const devicesQuery = queryOptions({
  queryKey: queryKeys.own.devices,
  queryFn: async ({ signal }) => (await call(sessionPaths.devices, { signal })).items,
});

/** Where one is signed in, this device first. */
export const useDevices = () => useQuery(devicesQuery);

/** What is listed after an end, also one that failed because it had ended already. Not waited for: the requesting row goes with it. */
function useListedAgain() {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries(devicesQuery);
  };
}

export const useEndDevice = () =>
  useMutation({
    mutationFn: (id: string) => call(sessionPaths.endDevice, { params: { id } }),
    onSettled: useListedAgain(),
  });

export const useEndOtherDevices = () =>
  useMutation({
    mutationFn: () => call(sessionPaths.endOtherDevices),
    onSettled: useListedAgain(),
  });
