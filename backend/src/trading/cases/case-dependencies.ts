import type { RateLimits } from '../../platform/http/rate-limits.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import type { TradeDependencies } from '../trades/trade-dependencies.ts';

export interface CaseDependencies extends TradeDependencies {
  readonly images: Pick<ImageStore, 'add' | 'read'>;
  readonly limits: Pick<RateLimits, 'chatImagesOf'>;
}
