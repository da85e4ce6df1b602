import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { DatabaseTemplate } from '../../test/database.ts';
import { applicationWithMembers, type Person, startTestServer, type TestServer } from '../../test/server.ts';
import { builtClient } from './built-client.ts';
import { launchChromium } from './chromium.ts';

export interface PageOptions {
  readonly language?: 'ko' | 'en';
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  /** Already signed in, as if from an earlier visit. */
  readonly as?: Person;
  /** Opens the page by host name, which browsers require for passkeys. */
  readonly named?: boolean;
}

/** The same address with a host name. */
export const named = (url: string): string => url.replace('127.0.0.1', 'localhost');

export interface World {
  /** Folder of the served build. */
  readonly webClientFolder: string;
  readonly server: TestServer;
  readonly admin: Staff;
  /** A page in its own browser context. Errors are collected in `faults`. */
  open(options?: PageOptions): Promise<{ page: Page; context: BrowserContext; faults: readonly string[] }>;
  close(): Promise<void>;
}

/** An admin's actions over HTTP, for tests of the members' screens. */
export interface Staff {
  setPrice(price: string): Promise<void>;
  activate(nickname: string): Promise<void>;
  approve(side: 'sell' | 'buy', orderId: string): Promise<void>;
  reject(side: 'sell' | 'buy', orderId: string): Promise<void>;
  answer(inquiryId: string, comment: string): Promise<void>;
  /** Returns the trade's ID. */
  match(sellerOrderId: string, buyerOrderId: string, amount?: string): Promise<string>;
  complete(sellerOrderId: string, buyerOrderId: string): Promise<void>;
}

/** The real application, serving the built client. */
const startServer = async (environment = {}, from?: DatabaseTemplate) =>
  startTestServer(environment, from, await builtClient());

let sharedServer: Promise<TestServer> | undefined;
let sharedBrowser: Promise<Browser> | undefined;

function shareServer(): Promise<TestServer> {
  sharedServer ??= startServer({}, applicationWithMembers);
  return sharedServer;
}

function shareBrowser(): Promise<Browser> {
  sharedBrowser ??= launchChromium({ optimises: false });
  return sharedBrowser;
}

/**
 * An application and a browser, shared by the test files that a worker runs in sequence. A test uses only data it
 * created. `ownServer`: for a file that counts or sums up all data.
 */
export async function startWorld({ ownServer = false, environment = {} } = {}): Promise<World> {
  const launching = shareBrowser();
  const server = await (ownServer ? startServer(environment) : shareServer());
  const browser = await launching;
  const contexts: BrowserContext[] = [];
  return {
    webClientFolder: await builtClient(),
    server,
    admin: await openStaff(server),
    async open(options = {}) {
      const opened = await openPage(browser, server.url, options);
      contexts.push(opened.context);
      return opened;
    },
    async close() {
      await Promise.all(contexts.map(closeContext));
      if (ownServer) await server.close();
    },
  };
}

/** A route's handler that is still running does not fail the run when the context closes. */
export async function closeContext(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

async function openPage(browser: Browser, url: string, options: PageOptions) {
  const { language = 'ko', theme = 'light', width = 1280, as } = options;
  const baseURL = options.named ? named(url) : url;
  const phone = width < 769;
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height: phone ? 812 : 900 },
    hasTouch: phone,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: language === 'ko' ? 'ko-KR' : 'en-US',
  });
  context.setDefaultTimeout(30_000);
  await context.addInitScript(
    ([chosen, token]) => {
      // Only once, so as not to overwrite what the page stores later.
      if (sessionStorage.getItem('prepared') !== null) return;
      sessionStorage.setItem('prepared', 'yes');
      if (chosen !== 'ko') localStorage.setItem('language', chosen);
      if (token === '') return;
      localStorage.setItem('token', token);
      localStorage.setItem('isLoggedIn', 'true');
    },
    [language, as?.token ?? ''] as const,
  );
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    // Refused calls are part of the tests; refused styles or scripts are not.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(message.text());
  });
  return { page, context, faults };
}

async function openStaff(server: TestServer): Promise<Staff> {
  const { token } = await server.admin();
  const prepare = async (method: string, where: string, body: unknown = {}) => {
    const { status, body: answer } = await server.request(method, where, { token, body });
    if (status >= 300) throw new Error(`${method} ${where} answered ${status} ${answer.code}`);
    return answer;
  };
  return {
    setPrice: (tetherPrice) => prepare('POST', '/tetherprice/update-tether-price', { tetherPrice }),
    activate: (nickname) => prepare('PUT', `/user/users/${nickname}`, { status: 'active' }),
    approve: (side, id) => prepare('POST', reviewPath(side, id, 'approve')),
    reject: (side, id) => prepare('POST', reviewPath(side, id, 'reject')),
    answer: (id, comment) => prepare('POST', `/inquiry/${id}/comment`, { comment }),
    async match(sellerOrderId, buyerOrderId, amount) {
      const pair = { sellerOrderId, buyerOrderId, ...(amount !== undefined && { amount }) };
      return (await prepare('POST', '/sell/admin/match-orders', pair)).trade._id;
    },
    complete: (sellerOrderId, buyerOrderId) =>
      prepare('POST', '/sell/admin/complete-orders', { sellerOrderId, buyerOrderId }),
  };
}

/** Called before a page is opened: resolves once events are pushed to it. */
export async function socketUp(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket', { predicate: (one) => /socket\.io/.test(one.url()) });
  // Packet 40: the server accepted the connection.
  await socket.waitForEvent('framereceived', ({ payload }) => String(payload).startsWith('40'));
}

const reviewPath = (side: 'sell' | 'buy', id: string, what: 'approve' | 'reject'): string =>
  side === 'sell' ? `/sell/admin/sell-orders/${id}/${what}/ko` : `/buy/admin/buy-orders/${id}/${what}`;

/** What orders of 1,000,000 and of 300,000 won say at 1,412. */
export const million = { krwAmount: '1000000', price: '1412', amount: '708.2153' };
export const small = { krwAmount: '300000', price: '1412', amount: '212.4646' };

/** Two matched orders of 300,000 won at 1,412. */
export async function matchedOrders(
  { server, admin }: World,
  {
    seller,
    buyer,
    krw = '300000',
  }: { readonly seller: Person; readonly buyer: Person; readonly krw?: string },
): Promise<{ readonly sellId: string; readonly buyId: string; readonly tradeId: string }> {
  const figures = { krwAmount: krw, price: '1412', amount: (Number(krw) / 1412).toFixed(4) };
  const sellId = await placeOrder(server, seller, 'sell', figures);
  const buyId = await placeOrder(server, buyer, 'buy', figures);
  await admin.approve('sell', sellId);
  await admin.approve('buy', buyId);
  return { sellId, buyId, tradeId: await admin.match(sellId, buyId) };
}

/** Places an order over HTTP and returns its ID. */
export async function placeOrder(
  server: TestServer,
  member: Person,
  side: 'sell' | 'buy',
  figures: { readonly krwAmount: string; readonly price: string; readonly amount: string },
): Promise<string> {
  const { status, body } = await server.request('POST', `/${side}`, { token: member.token, body: figures });
  if (status !== 201) throw new Error(`placing answered ${status} ${body.code}`);
  return body.order._id as string;
}
