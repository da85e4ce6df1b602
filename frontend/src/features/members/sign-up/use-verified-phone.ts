import { useState } from 'react';
import { readStored, writeStored } from '../../../session/storage.ts';

/** The number whose verification is done: kept so that a reload does not ask for another code. */
export function useVerifiedPhone() {
  const [verified, setVerified] = useState(() => readStored('verified') ?? undefined);
  const set = (phone: string | undefined) => {
    setVerified(phone);
    writeStored('verified', phone ?? null);
  };
  return [verified, set] as const;
}
