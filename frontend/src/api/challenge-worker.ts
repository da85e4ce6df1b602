import type { WorkChallenge } from '@matgyo/contracts/work-challenge';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

/** Tries between two reports. */
const reportEvery = 40;

/** Solves the challenge it is sent, and reports how many tries it has made. */
self.addEventListener('message', async ({ data: challenge }: MessageEvent<WorkChallenge>) => {
  let tries = 0;
  const solution = await solveChallenge({
    challenge,
    deriveKey(...tried) {
      tries += 1;
      if (tries % reportEvery === 0) self.postMessage({ tries });
      return deriveKey(...tried);
    },
    // Without HTTPS there is no WebCrypto.
  }).catch(() => null);
  self.postMessage({ tries, solution });
});
