import { expect, test, vi } from 'vitest';
import { type Person, sharedTestServer } from '../../../../test/server.ts';
import { connected, nextEvent, socketTo, type TestSocket } from '../../../../test/sockets.ts';

const server = await sharedTestServer();
// An inactive member may use inquiries.
const author = await server.member();
const other = await server.member({ active: true });
const manager = await server.member({ active: true, manager: true });
const admin = await server.admin();

const inquiry = { title: 'Sell Inquiry', description: 'When is it approved?' };
const submit = (by: Person, body: object = inquiry, language: 'ko' | 'en' = 'en') =>
  server.request('POST', '/inquiry', { token: by.token, body, language });
const submitted = async (by: Person, description = inquiry.description): Promise<string> => {
  const { status, body } = await submit(by, { ...inquiry, description });
  expect([status, body.message]).toEqual([201, 'Your inquiry has been submitted.']);
  return body.inquiry._id;
};
const own = (by: Person, query = '') => server.request('GET', `/inquiry/user${query}`, { token: by.token });
const active = (by: Person, query = '') =>
  server.request('GET', `/inquiry/all/active${query}`, { token: by.token });
const ended = (by: Person, query = '') =>
  server.request('GET', `/inquiry/all/closed${query}`, { token: by.token });
const comment = (id: string, text: unknown, language: 'ko' | 'en' = 'en', by = admin) =>
  server.request('POST', `/inquiry/${id}/comment`, { token: by.token, body: { comment: text }, language });
const close = (id: string, by = admin) =>
  server.request('PATCH', `/inquiry/${id}/close`, { token: by.token, body: {} });
const remove = (id: string, by: Person, language: 'ko' | 'en' = 'en') =>
  server.request('DELETE', `/inquiry/${id}`, { token: by.token, body: {}, language });
const refusal = ({ status, body }: Awaited<ReturnType<typeof submit>>) => [status, body.code, body.error];

test('an inquiry goes from pending to active at the first comment and to inactive when closed', async () => {
  const id = await submitted(author);
  expect((await own(author)).body.items[0]).toEqual({
    _id: id,
    title: 'Sell Inquiry',
    userId: { _id: author.memberId, username: author.nickname, nickname: author.nickname },
    description: 'When is it approved?',
    comment: null,
    comments: [],
    status: 'pending',
    createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });

  const first = await comment(id, ' Tomorrow. ');
  expect([first.status, first.body.message]).toEqual([201, 'comment added']);
  expect(first.body.inquiry).toMatchObject({ status: 'active', comment: 'Tomorrow.' });
  await comment(id, 'It is approved.');
  const [answered] = (await own(author)).body.items;
  expect(answered).toMatchObject({ status: 'active', comment: 'It is approved.' });
  // Members do not see which admin answered.
  expect(answered.comments).toEqual(
    ['Tomorrow.', 'It is approved.'].map((text) => ({
      _id: expect.any(String),
      comment: text,
      createdAt: expect.any(String),
    })),
  );
  const seen = (await active(admin)).body.items.find((item: { _id: string }) => item._id === id);
  expect(seen.comments[0]).toMatchObject({ comment: 'Tomorrow.', nickname: admin.nickname });
  expect(seen.userId).toEqual({ _id: author.memberId, username: author.nickname, nickname: author.nickname });

  const closed = await close(id);
  expect([closed.status, closed.body.inquiry.status]).toEqual([200, 'inactive']);
  expect((await own(author)).body.items[0].status).toBe('inactive');
  const left = (await active(admin)).body.items.map((item: { _id: string }) => item._id);
  expect(left).not.toContain(id);
  expect((await ended(admin)).body.items[0]).toMatchObject({ _id: id, closedAt: expect.any(String) });
  expect(refusal(await comment(id, 'late'))).toEqual([409, 'INQUIRY_CLOSED', 'This inquiry is closed.']);
  expect(refusal(await comment(id, 'late', 'ko'))[2]).toBe('종료된 문의예요.');
});

test('what becomes of an inquiry reaches the open screens of its author and of all admins, and no others', async () => {
  const people = [author, admin, await server.admin(), other, manager];
  const sockets = await Promise.all(people.map(({ token }) => connected(socketTo(server.url, { token }))));
  const concerned = sockets.slice(0, 3);
  let strangers = 0;
  const isOfInquiries = ({ keys }: { keys: readonly string[] }) => keys.includes('inquiries');
  for (const socket of sockets.slice(3))
    socket.on('changed', (event) => (strangers += isOfInquiries(event) ? 1 : 0));
  const reaches = async <Result>(change: () => Promise<Result>): Promise<Result> => {
    const arrived = concerned.map((socket: TestSocket) => nextEvent(socket, 'changed', isOfInquiries));
    const result = await change();
    await Promise.all(arrived);
    return result;
  };
  const id = await reaches(() => submitted(author));
  await reaches(() => comment(id, 'Tomorrow.'));
  await reaches(() => close(id));
  const mistaken = await reaches(() => submitted(author));
  expect((await reaches(() => remove(mistaken, author))).status).toBe(200);
  // Events of one backend arrive in order.
  const own = sockets
    .slice(3)
    .map((socket) => nextEvent(socket, 'changed', ({ keys }) => keys.includes('notifications')));
  for (const { token } of [other, manager])
    await server.request('PUT', '/notification/mark-read', { token, body: {} });
  await Promise.all(own);
  expect(strangers).toBe(0);
  for (const socket of sockets) socket.disconnect();
});

test('lists unanswered inquiries before answered ones, across pages', async () => {
  const older = await submitted(author);
  const younger = await submitted(author);
  await comment(older, 'Tomorrow.');
  const list = async (query: string) =>
    (await server.request('GET', `/inquiry/all/active?${query}`, { token: admin.token })).body;
  const all = (await list('limit=100')).items.map(({ _id }: { _id: string }) => _id);
  expect(all.indexOf(younger)).toBeLessThan(all.indexOf(older));
  const paged: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await list(`limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
    paged.push(...page.items.map(({ _id }: { _id: string }) => _id));
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(all);
  await Promise.all([close(older), close(younger)]);
});

test('an answer sent again after a lost reply is stored once, and its author notified once', async () => {
  const id = await submitted(author);
  const [first, ...more] = await Promise.all(Array.from({ length: 4 }, () => comment(id, 'Tomorrow.')));
  for (const { status, body } of more) expect([status, body]).toEqual([201, first?.body]);
  await comment(id, 'It will take longer.');
  const { body } = await comment(id, 'Tomorrow.');
  expect(body.inquiry.comments).toHaveLength(3);
  const unread = await server.request('GET', '/notification/unread/user/inquiry', { token: author.token });
  expect(unread.body.filter(({ inquiryId }: { inquiryId: string }) => inquiryId === id)).toHaveLength(3);
  await close(id);
});

test('records who answered and closed, when and by which request, and keeps the first closer', async () => {
  const id = await submitted(author);
  const answered = await comment(id, 'Yes.');
  const closed = await close(id);
  const again = await close(id);
  expect([again.status, again.body.inquiry.status]).toEqual([200, 'inactive']);
  const { rows } = await server.pool.query(
    `select c.author_id, c.request_id as commented, i.closed_by, i.closing_request_id as closed
       from app.inquiries i join app.inquiry_comments c on c.inquiry_id = i.id where i.id = $1`,
    [id],
  );
  expect(rows).toEqual([
    {
      author_id: admin.memberId,
      commented: answered.headers.get('x-request-id'),
      closed_by: admin.memberId,
      closed: closed.headers.get('x-request-id'),
    },
  ]);
});

test('refuses an inquiry with an unknown title or an empty description with the specification’s text', async () => {
  for (const body of [
    { title: 'Sell inquiry', description: 'x' },
    { description: 'x' },
    { title: 'Buy Inquiry', description: '   ' },
    { title: 'Buy Inquiry' },
    { title: 'Buy Inquiry', description: 'x'.repeat(2001) },
  ])
    expect(refusal(await submit(author, body))).toEqual([
      422,
      'INQUIRY_NOT_SUBMITTED',
      'Failed to submit inquiry',
    ]);
  const korean = await submit(author, {}, 'ko');
  expect(korean.body).toMatchObject({
    error: '문의를 접수하지 못했어요. 문의 유형과 내용을 확인해 주세요.',
    message: 'Failed to submit inquiry',
  });
  expect(korean.body.details.fields).toEqual({
    title: 'INQUIRY_NOT_SUBMITTED',
    description: 'INQUIRY_NOT_SUBMITTED',
  });
});

test('refuses a blank comment, and a comment on an unknown inquiry', async () => {
  const id = await submitted(other);
  for (const text of ['', '  \n ', undefined, 7])
    expect(refusal(await comment(id, text))).toEqual([422, 'COMMENT_REQUIRED', 'Please enter a comment.']);
  for (const missing of ['f'.repeat(24), 'not-an-id'])
    expect(refusal(await comment(missing, 'x'))).toEqual([404, 'INQUIRY_NOT_FOUND', 'Inquiry not found.']);
  expect((await own(other)).body.items[0]).toMatchObject({ _id: id, status: 'pending', comments: [] });
  expect(refusal(await close('f'.repeat(24)))[1]).toBe('INQUIRY_NOT_FOUND');
});

test('counts those without an answer, for admins', async () => {
  const waiting = async () =>
    (await server.request('GET', '/admin/waiting-inquiries', { token: admin.token })).body;
  const { total } = await waiting();
  const [answered, closed] = [await submitted(other), await submitted(other)];
  expect(await waiting()).toEqual({ total: total + 2, oldest: expect.any(String) });
  await comment(answered, 'x');
  await close(closed);
  expect((await waiting()).total).toBe(total);
});

test('a member deletes their own pending inquiry, but no answered one and none of another member', async () => {
  const id = await submitted(other);
  for (const by of [author, manager, admin])
    expect(refusal(await remove(id, by))).toEqual([404, 'INQUIRY_NOT_FOUND', 'Inquiry not found.']);
  expect((await remove(id, other)).status).toBe(200);
  expect(refusal(await remove(id, other, 'ko'))).toEqual([
    404,
    'INQUIRY_NOT_FOUND',
    '문의를 찾을 수 없어요.',
  ]);

  const answered = await submitted(other);
  await comment(answered, 'x');
  expect(refusal(await remove(answered, other))).toEqual([
    409,
    'INQUIRY_NOT_PENDING',
    'This inquiry has already been answered or closed.',
  ]);
  await close(answered);
  expect((await remove(answered, other, 'ko')).body.error).toBe('이미 답변을 받았거나 종료된 문의예요.');
});

test('members see their own inquiries only, and only admins answer, close and see all', async () => {
  const id = await submitted(manager);
  const seenByAuthor = (await own(author)).body.items.map((item: { _id: string }) => item._id);
  expect(seenByAuthor.length).toBeGreaterThan(0);
  expect(seenByAuthor).not.toContain(id);
  for (const by of [author, manager]) {
    expect((await active(by)).status).toBe(403);
    expect((await ended(by)).status).toBe(403);
    expect((await comment(id, 'x', 'en', by)).status).toBe(403);
    expect((await close(id, by)).status).toBe(403);
  }
  for (const [method, path] of [
    ['POST', '/inquiry'],
    ['GET', '/inquiry/user'],
  ] as const)
    expect(
      (await server.request(method, path, { body: method === 'POST' ? inquiry : undefined })).status,
    ).toBe(401);
});

test('a repeated client id returns the stored inquiry, also when sent concurrently', async () => {
  const again = await server.member();
  const body = { ...inquiry, clientId: '5f2b5f6e-0d8e-4d35-9c52-6f7c3f6c1b11' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => submit(again, body)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect(new Set(answers.map((answer) => answer.body.inquiry._id)).size).toBe(1);
  expect((await own(again)).body.items).toHaveLength(1);
  const changed = await submit(again, { ...body, description: 'Something else' });
  expect(refusal(changed).slice(0, 2)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  // Another member may use the same client id.
  const others = await submit(await server.member(), body);
  expect(others.body.inquiry._id).not.toBe(answers[0]?.body.inquiry._id);
});

test('limits a member to ten inquiries an hour, deleted ones included, and answers with Retry-After', async () => {
  const member = await server.member();
  for (let made = 0; made < 10; made++) {
    const id = await submitted(member);
    if (made < 5) await remove(id, member);
  }
  const refused = await submit(member);
  expect(refusal(refused).slice(0, 2)).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  expect((await own(member)).body.items).toHaveLength(5);
});

test('pages lists without gaps or repeats: own newest first, the admins’ oldest first, closed ones last closed first', async () => {
  const writer = await server.member();
  const made: string[] = [];
  for (let index = 0; index < 5; index++) made.push(await submitted(writer, `number ${index}`));
  const walk = async (list: typeof own, by: Person, limit: number) => {
    const ids: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null; pages++) {
      expect(pages).toBeLessThan(50);
      const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const { body } = await list(by, `?limit=${limit}${after}`);
      ids.push(...body.items.map((item: { _id: string }) => item._id));
      cursor = body.nextCursor;
    }
    return ids;
  };
  expect(await walk(own, writer, 2)).toEqual(made.toReversed());
  const toAnswer = await walk(active, admin, 3);
  expect(new Set(toAnswer).size).toBe(toAnswer.length);
  expect(toAnswer.filter((id) => made.includes(id))).toEqual(made);
  const closed = [2, 4, 0].map((index) => made[index] ?? '');
  for (const id of closed) await close(id);
  expect((await walk(ended, admin, 2)).slice(0, 3)).toEqual(closed.toReversed());
  expect(refusal(await own(writer, '?cursor=nonsense')).slice(0, 2)).toEqual([400, 'BAD_REQUEST']);
});

test('an inquiry takes at most fifty comments', async () => {
  const id = await submitted(manager);
  await server.pool.query(
    `insert into app.inquiry_comments (id, inquiry_id, ordinal, author_id, comment, request_id)
     select lpad(to_hex(n), 24, 'e'), $1, n, $2, 'x', 'test' from generate_series(1, 49) n`,
    [id, admin.memberId],
  );
  expect((await comment(id, 'the fiftieth')).body.inquiry.comment).toBe('the fiftieth');
  expect(refusal(await comment(id, 'one more'))).toEqual([
    409,
    'INQUIRY_FULL',
    'This inquiry cannot take more comments.',
  ]);
});

test('an admin who answers their own inquiry is not notified of the answer', async () => {
  const id = await submitted(admin);
  expect((await comment(id, 'Solved.')).status).toBe(201);
  const { rows } = await server.pool.query('select code from app.notices where inquiry_id = $1', [id]);
  expect(rows).toEqual([{ code: 'INQUIRY_SUBMITTED' }]);
});

test('admins search the open and the closed ones by member, question and answer, and filter them', async () => {
  const asker = await server.member({ nickname: 'quokka77' });
  const ask = async (title: string, description: string): Promise<string> =>
    (await submit(asker, { title, description })).body.inquiry._id;
  const waiting = await ask('Buy Inquiry', 'Where is my 100% deposit?');
  const answered = await ask('Sell Inquiry', 'Which wallet?');
  await comment(answered, 'The Phantom one.');
  await comment(answered, 'Any other.');
  const idsOf = async (list: typeof active, query: string): Promise<readonly string[]> =>
    (await list(admin, query)).body.items.map(({ _id }: { _id: string }) => _id);
  expect(await idsOf(active, '?search=QUOKKA')).toEqual([waiting, answered]);
  expect(await idsOf(active, '?search=100%25')).toEqual([waiting]);
  expect(await idsOf(active, '?search=phantom')).toEqual([answered]);
  expect(await idsOf(active, '?search=quokka&title=Sell%20Inquiry')).toEqual([answered]);
  const { body } = await active(admin, '?search=quokka&status=pending&limit=1');
  expect(body.items).toMatchObject([{ _id: waiting }]);
  expect(body.counts).toEqual({ pending: 1, active: 1 });
  await close(answered);
  expect(await idsOf(ended, '?search=phantom')).toEqual([answered]);
  expect(await idsOf(ended, '?search=deposit')).toEqual([]);
});

test('the end of an inquiry is dated by the clock that dated it', async () => {
  const id = await submitted(author);
  // Replaces no timers, which the shared application needs.
  vi.setSystemTime(Date.now() + 120_000);
  const closed = await close(id).finally(() => vi.useRealTimers());
  expect(closed.status).toBe(200);
  const { rows } = await server.pool.query(
    'select closed_at between created_at and clock_timestamp() as is_now from app.inquiries where id = $1',
    [id],
  );
  expect(rows).toEqual([{ is_now: true }]);
});
