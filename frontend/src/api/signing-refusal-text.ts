import type { SigningRefusal } from '@matgyo/contracts/proofs';
import type { TFunction } from 'i18next';

/** Why checkpoints are no longer signed. */
export const signingRefusalText = (why: SigningRefusal['why'], t: TFunction): string =>
  ({
    'witness-disagrees': t('signing.why.witnessDisagrees'),
    'checkpoint-not-genuine': t('signing.why.checkpointNotGenuine'),
    'log-cut': t('signing.why.logCut'),
    'log-rewritten': t('signing.why.logRewritten'),
    'chain-broken': t('signing.why.chainBroken'),
    'room-rewritten': t('signing.why.roomRewritten'),
    'heads-changed': t('signing.why.headsChanged'),
  })[why];
