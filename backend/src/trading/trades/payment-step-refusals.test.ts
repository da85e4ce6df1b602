import type { ErrorCode } from '@matgyo/contracts/errors/index';
import { describe, test } from 'vitest';
import type { Person } from '../../../../test/server.ts';
import { smallJpeg } from '../../../../test/sign-up-form.ts';
import { expectRefused, type Refused, unusedId } from '../orders/refused.fixture.ts';
import {
  buy,
  buyer,
  mark,
  market,
  matchAgain,
  newSignature,
  sell,
  seller,
  server,
  setUpMatch,
  stranger,
  tradeId,
} from './payment-steps.fixture.ts';

setUpMatch();

describe('refusals', () => {
  const by =
    (who: () => Person, path: () => string, body: object, method = 'POST') =>
    () =>
      [method, path(), { token: who().token, body }] as const;
  const steps = () => `/trades/${tradeId}/steps`;
  const window = () => `/trades/${tradeId}/window`;
  const cases: readonly Refused[] = [
    {
      title: 'a step of the other party',
      status: 403,
      code: 'STEP_NOT_YOURS',
      call: by(() => seller, steps, { step: 'payment-sent' }),
    },
    {
      title: 'a step by a stranger',
      status: 404,
      code: 'TRADE_NOT_FOUND',
      call: by(() => stranger, steps, { step: 'payment-sent' }),
    },
    {
      title: 'a step of an unknown trade',
      status: 404,
      code: 'TRADE_NOT_FOUND',
      call: by(
        () => buyer,
        () => `/trades/${unusedId}/steps`,
        { step: 'payment-sent' },
      ),
    },
    {
      title: 'a step out of order',
      status: 409,
      code: 'STEP_OUT_OF_ORDER',
      details: { next: 'payment-sent' },
      call: by(() => seller, steps, { step: 'payment-received' }),
    },
    {
      title: 'an unknown step',
      status: 400,
      code: 'BAD_REQUEST',
      call: by(() => buyer, steps, { step: 'all-done' }),
    },
    {
      title: 'a malformed signature',
      status: 422,
      code: 'SIGNATURE_INVALID',
      call: by(() => seller, steps, { step: 'tether-sent', signature: 'abc' }),
    },
    {
      title: 'an admin without a reason',
      status: 422,
      code: 'STEP_NEEDS_REASON',
      call: by(() => market.admin, steps, { step: 'payment-sent' }),
    },
    {
      title: 'undoing an unmarked step',
      status: 409,
      code: 'STEP_NOT_MARKED',
      call: by(() => buyer, steps, { step: 'payment-sent' }, 'DELETE'),
    },
    {
      title: 'moving the window without a reason',
      status: 422,
      code: 'STEP_NEEDS_REASON',
      call: by(() => market.admin, window, { pause: true }),
    },
    {
      title: 'moving the window as a party',
      status: 403,
      code: 'FORBIDDEN',
      call: by(() => buyer, window, { pause: true, reason: 'PARTY_ASKED' }),
    },
    {
      title: 'pausing and extending at once',
      status: 400,
      code: 'BAD_REQUEST',
      call: by(() => market.admin, window, { pause: true, extendMinutes: 5, reason: 'PARTY_ASKED' }),
    },
    {
      title: 'extending beyond the maximum',
      status: 400,
      code: 'BAD_REQUEST',
      call: by(() => market.admin, window, { extendMinutes: 1_441, reason: 'PARTY_ASKED' }),
    },
    {
      title: 'resuming an unpaused window',
      status: 409,
      code: 'WINDOW_NOT_PAUSED',
      call: by(() => market.admin, window, { resume: true, reason: 'PARTY_ASKED' }),
    },
  ];
  test.each(cases)('$title: $status $code', async (refused) => {
    await expectRefused(server, refused);
  });

  const refused = (status: number, code: ErrorCode, call: Refused['call']) =>
    expectRefused(server, { title: code, status, code, call });

  test('a repeated step, a step before the last, and any step on an ended trade', async () => {
    const pay = by(() => buyer, steps, { step: 'payment-sent' });
    await mark(buyer, { step: 'payment-sent' });
    await refused(409, 'STEP_ALREADY_MARKED', pay);
    await mark(seller, { step: 'payment-received' });
    await refused(
      409,
      'STEP_FOLLOWED',
      by(() => buyer, steps, { step: 'payment-sent' }, 'DELETE'),
    );
    await refused(
      422,
      'STEP_NEEDS_SIGNATURE',
      by(() => seller, steps, { step: 'tether-sent' }),
    );
    await market.cancelMatch(sell, buy);
    for (const call of [
      by(() => seller, steps, { step: 'tether-sent', signature: newSignature() }),
      by(() => seller, steps, { step: 'payment-received' }, 'DELETE'),
      by(() => market.admin, window, { pause: true, reason: 'PARTY_ASKED' }),
    ])
      await refused(409, 'TRADE_ALREADY_FINISHED', call);
  });

  test('a transaction of another trade, live or completed, and of this one again', async () => {
    const signature = newSignature();
    const send = by(() => seller, steps, { step: 'tether-sent', signature });
    const paid = async () => {
      await mark(buyer, { step: 'payment-sent' });
      await mark(seller, { step: 'payment-received' });
    };
    await paid();
    await mark(seller, { step: 'tether-sent', signature });
    await refused(409, 'STEP_ALREADY_MARKED', send);
    const first = { sell, buy };
    await matchAgain();
    await paid();
    await refused(409, 'SIGNATURE_USED', send);
    await market.complete(first.sell, first.buy);
    await refused(409, 'SIGNATURE_USED', send);
  });

  test('a receipt that is no image, or comes with a refused step', async () => {
    const receipt = (who: () => Person, bytes: Uint8Array<ArrayBuffer>) => () =>
      [
        ...(['POST', steps()] as const),
        { token: who().token, form: { fields: { step: 'payment-sent' }, file: { field: 'image', bytes } } },
      ] as const;
    await refused(
      422,
      'IMAGE_INVALID',
      receipt(() => buyer, new TextEncoder().encode('<svg/>')),
    );
    await refused(
      403,
      'STEP_NOT_YOURS',
      receipt(() => seller, smallJpeg()),
    );
  });
});
