import { vi } from 'vitest';
import type { ApiCall } from '../../../../test/api-call.ts';
import { registerPasskey } from '../../../../test/passkey-device.ts';
import type { Person, TestServer } from '../../../../test/server.ts';
import { smallJpeg } from '../../../../test/sign-up-form.ts';
import { type Market, openMarket, succeed } from '../../trading/orders/market.fixture.ts';

interface OwnershipRule {
  /** Creates an object of the owner and returns its path parameter. */
  thing(): Promise<string>;
  /** Status by role, called in the order stranger, manager, admin, owner; 404 for roles that are missing. */
  readonly answers: Readonly<Partial<Record<'stranger' | 'manager' | 'admin' | 'owner', number>>>;
  readonly call?: ApiCall;
}

/** For each endpoint with an object in its path: the object and who may access it; by `METHOD /path`. */
export function ownershipRules(
  server: TestServer,
  owner: Person,
  everyone: readonly Person[],
): Readonly<Record<string, OwnershipRule>> {
  let opened: Promise<Market> | undefined;
  const market = (): Promise<Market> => {
    opened ??= openMarket(server);
    return opened;
  };
  const placed = (side: 'sell' | 'buy') => async () => (await market()).place(owner, side, '14000');
  const openOrder = async () => (await market()).open(owner, 'sell', '14000');

  async function trade(): Promise<string> {
    const { match, open } = await market();
    const partner = await server.member({ active: true });
    return (await match(await open(owner, 'sell', '14000'), await open(partner, 'buy', '14000')))._id;
  }

  async function openCase(): Promise<string> {
    const body = { reason: 'OTHER', statement: 'Mine' };
    const path = `/trades/${await trade()}/cases`;
    return (await succeed(server, 'POST', path, { token: owner.token, body })).body.caseId;
  }

  async function caseImage(): Promise<string> {
    const id = await openCase();
    const form = { fields: { statement: 'Mine' }, file: { field: 'image', bytes: smallJpeg() } };
    await succeed(server, 'POST', `/cases/${id}/statements`, { token: owner.token, form });
    const { timeline } = (await succeed(server, 'GET', `/cases/${id}`, { token: owner.token })).body;
    return String(timeline.at(-1).statement.image).split('/').at(-1) ?? '';
  }

  async function inquiry(): Promise<string> {
    const body = { title: 'Other Inquiry', description: 'Mine' };
    return (await succeed(server, 'POST', '/inquiry', { token: owner.token, body })).body.inquiry._id;
  }

  async function notification(): Promise<string> {
    await openOrder();
    const path = '/notification/unread/user/sellOrders';
    return vi.waitFor(async () => {
      const { body } = await succeed(server, 'GET', path, { token: owner.token });
      return body[0]._id;
    }, 60_000);
  }

  async function chatImage(): Promise<string> {
    const orderId = await openOrder();
    const form = { fields: {}, file: { field: 'file', bytes: smallJpeg() } };
    const { url } = (await succeed(server, 'POST', `/chat/images/${orderId}`, { token: owner.token, form }))
      .body;
    const message = { content: 'Image', orderId, orderType: 'sell', image: url };
    await succeed(server, 'POST', '/chat', { token: owner.token, body: message });
    return String(url).split('/').at(-1) ?? '';
  }

  async function session(): Promise<string> {
    const { token } = await server.signIn(owner.nickname, owner.password);
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid;
  }

  /** Registered in the owner’s session. All callers step up first, so that only ownership is decisive. */
  async function passkey(): Promise<string> {
    for (const { token, password } of everyone)
      await succeed(server, 'POST', '/user/step-up', { token, body: { password } });
    return (await registerPasskey(server, owner)).id;
  }

  const ownerOnly = { owner: 200 };
  const ownerAndAdmins = { owner: 200, admin: 200 };
  return {
    'GET /user/users/:nickname': {
      thing: async () => owner.nickname,
      answers: { ...ownerAndAdmins, manager: 200 },
    },
    'DELETE /sell/sell-orders/:id/cancel': { thing: placed('sell'), answers: ownerOnly },
    'DELETE /buy/buy-orders/:id/cancel': { thing: placed('buy'), answers: ownerOnly },
    'GET /user/orders/:id': { thing: placed('sell'), answers: ownerOnly },
    'GET /orders/:id/trail': { thing: placed('sell'), answers: ownerAndAdmins },
    'GET /trades/:id': { thing: trade, answers: ownerAndAdmins },
    'GET /trades/:id/payment': { thing: trade, answers: ownerAndAdmins },
    // The owner is the seller, so the buyer's step is due first.
    'POST /trades/:id/steps': {
      thing: trade,
      answers: { owner: 409, admin: 409 },
      call: { body: { step: 'payment-received', reason: 'PARTY_ASKED' } },
    },
    // A match that needs no consent.
    'POST /trades/:id/consent': { thing: trade, answers: { owner: 409 }, call: { body: { accept: true } } },
    'DELETE /trades/:id/steps': {
      thing: trade,
      answers: { owner: 409, admin: 409 },
      call: { body: { step: 'payment-received' } },
    },
    'DELETE /user/sessions/:id': { thing: session, answers: ownerOnly },
    'PUT /user/passkeys/:id': { thing: passkey, answers: ownerOnly, call: { body: { name: 'Phone' } } },
    'DELETE /user/passkeys/:id': { thing: passkey, answers: ownerOnly },
    // The admin opens one first, so the owner's is the second.
    'POST /trades/:id/cases': {
      thing: trade,
      answers: { owner: 409, admin: 201 },
      call: { body: { reason: 'OTHER', statement: 'Not mine' } },
    },
    'GET /cases/:id': { thing: openCase, answers: ownerAndAdmins },
    'POST /cases/:id/statements': {
      thing: openCase,
      answers: { owner: 201, admin: 201 },
      call: { body: { statement: 'Mine' } },
    },
    'GET /case-images/:id': { thing: caseImage, answers: ownerAndAdmins },
    'POST /cases/:id/withdraw': { thing: openCase, answers: { owner: 200, admin: 403 }, call: { body: {} } },
    'POST /cases/:id/appeal': {
      thing: openCase,
      answers: { owner: 409, admin: 403 },
      call: { body: { statement: 'Mine' } },
    },
    'DELETE /inquiry/:id': { thing: inquiry, answers: ownerOnly },
    'PUT /notification/mark-read/:id': { thing: notification, answers: ownerOnly },
    'GET /chat/messages/:orderId': { thing: openOrder, answers: ownerAndAdmins },
    'PUT /chat/read/:orderId': { thing: openOrder, answers: ownerAndAdmins, call: { body: {} } },
    'POST /chat/images/:orderId': {
      thing: openOrder,
      answers: { owner: 201, admin: 201 },
      call: { form: { fields: {}, file: { field: 'file', bytes: smallJpeg() } } },
    },
    'GET /chat/images/:id': { thing: chatImage, answers: ownerAndAdmins },
  };
}
