import { Decoder, Encoder } from 'socket.io-parser';
import { hasTooManyValues } from '../http/input-shape.ts';

/** Socket.IO's decoder, which refuses what would take long to parse; the connection is then closed. */
class BoundedDecoder extends Decoder {
  override add(frame: unknown): void {
    if (typeof frame === 'string' && hasTooManyValues(frame)) throw new RangeError('too many values');
    super.add(frame);
  }
}

export const boundedParser = { Encoder, Decoder: BoundedDecoder };
