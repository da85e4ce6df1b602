/** Query options: a report does not change while it is read; the user reloads it. */
export const still = { staleTime: 'static', refetchOnWindowFocus: false, gcTime: 60_000 } as const;
