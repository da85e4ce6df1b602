import { hash } from 'node:crypto';
import type { CaseId, MemberId, TradeId } from '@matgyo/contracts/ids';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { statementHash } from '@matgyo/ledger/proof/case-file';
import sharp from 'sharp';
import { reencoded } from '../../platform/images/reencode.ts';
import type { Shared } from '../../shared.ts';
import { statementIn } from '../../trading/statements/statement-view.ts';
import { nameBytes } from './names.ts';

/** The names of senders, the statements in disputes and the grounds of decisions; the third value draws an image. */
const texts = {
  receipt: ['최도현', 'transfer'],
  'tether missing': [
    'USDT를 보냈다고 표시된 지 한 시간이 넘었는데 제 지갑에는 아직 들어오지 않았어요. 확인 부탁드려요.',
    'empty wallet',
  ],
  'tether sent': ['트랜잭션 ID를 남긴 대로 전송했어요. 받는 지갑 주소를 다시 한번 확인해 주실 수 있나요?'],
  'won missing': ['입금했다고 표시했지만 제 계좌에는 들어온 돈이 없어요.'],
  'won sent': ['이체 확인증을 첨부해요. 등록된 계좌로 정확한 금액을 보냈어요.', 'transfer'],
  ruling: ['이체 확인증의 계좌와 금액이 주문과 같고, 은행에서도 입금을 확인했어요.'],
  appeal: ['은행에 다시 물어봤지만 입금 내역을 찾지 못했다고 해요. 다시 확인해 주세요.'],
  'appeal ruling': ['판매자가 확인한 계좌는 등록된 계좌가 아니었어요. 등록된 계좌의 입금 내역을 확인했어요.'],
  reversal: ['은행이 송금을 반환해서 두 분이 원화와 USDT를 서로 돌려준 것을 확인했어요.'],
} as const;
export type StatementName = keyof typeof texts;
type Picture = 'transfer' | 'empty wallet';

interface DemoStatement {
  readonly hash: string;
  readonly content: string;
  readonly salt: string;
  readonly picture: Buffer | undefined;
  readonly imageSha256: string | null;
}
export type DemoStatements = Readonly<Record<StatementName, DemoStatement>>;

/** The statements of the demo market, whose hashes its events name. */
export async function demoStatements(): Promise<DemoStatements> {
  const entries = Object.entries(texts).map(async ([name, [content, drawn]]) => {
    const salt = nameBytes(`statement ${name}`).toString('hex').slice(0, 32);
    const picture = drawn && (await pictureOf(drawn));
    // Of the image as it is stored.
    const imageSha256 = picture === undefined ? null : hash('sha256', (await reencoded(picture)).bytes);
    const digest = statementHash({ text: content, salt, imageSha256 });
    return [name, { hash: digest, content, salt, picture, imageSha256 }] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as DemoStatements;
}

type TradeRowsDependencies = Pick<Shared, 'db' | 'images'>;

/** Writes the rows that belong to trade events: statements with their images, and the owners of signatures. Idempotent. */
export async function writeTradeRows(
  deps: TradeRowsDependencies,
  { events, statements }: { readonly events: readonly RecordedEvent[]; readonly statements: DemoStatements },
): Promise<void> {
  for (const event of events) {
    const { type, data, metadata } = event;
    if (type === 'TetherSent')
      await deps.db
        .insertInto('app.transaction_signatures')
        .values({
          signature: String(data['signature']),
          trade_id: data['tradeId'] as TradeId,
          command_id: metadata.commandId,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    const named = statementIn(event);
    const statement = Object.values(statements).find((one) => one.hash === named);
    if (statement !== undefined) await writeStatement(deps, statement, event);
  }
}

async function writeStatement(
  { db, images }: TradeRowsDependencies,
  { hash: digest, content, salt, picture, imageSha256 }: DemoStatement,
  { type, data, metadata }: RecordedEvent,
): Promise<void> {
  const stored = db.selectFrom('app.case_statements').select('hash').where('hash', '=', digest);
  if ((await stored.executeTakeFirst()) !== undefined) return;
  const imageId = picture === undefined ? null : await images.add(picture);
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('app.case_statements')
      .values({
        hash: digest,
        content,
        salt,
        image_id: imageId,
        image_sha256: imageSha256,
        case_id: (data['caseId'] ?? null) as CaseId | null,
        payment_of: type === 'PaymentSent' ? (data['tradeId'] as TradeId) : null,
        author_id: metadata.actorId as MemberId,
        created_at: new Date(metadata.at),
      })
      .execute();
    if (imageId !== null)
      await trx.updateTable('app.images').set({ statement_hash: digest }).where('id', '=', imageId).execute();
  });
}

/** Screenshots of a phone, without words: the fonts of the machine are not known. */
const drawings: Readonly<Record<Picture, string>> = {
  transfer: `<circle cx="180" cy="105" r="52" fill="#1f9d78"/>
    <path d="M155 107 l18 18 l34 -38" fill="none" stroke="#fff" stroke-width="11"/>
    <rect x="90" y="195" width="180" height="26" fill="#404a46"/>
    <g fill="#b4bdb9"><rect x="40" y="330" width="90" height="14"/><rect x="200" y="330" width="120" height="14"/>
      <rect x="40" y="375" width="70" height="14"/><rect x="170" y="375" width="150" height="14"/>
      <rect x="40" y="420" width="100" height="14"/><rect x="225" y="420" width="95" height="14"/></g>`,
  'empty wallet': `<rect x="40" y="90" width="90" height="14" fill="#b4bdb9"/>
    <rect x="40" y="125" width="60" height="30" fill="#404a46"/>
    <g fill="#e3e8e5"><rect x="40" y="215" width="280" height="62" rx="10"/>
      <rect x="40" y="295" width="280" height="62" rx="10"/><rect x="40" y="375" width="280" height="62" rx="10"/></g>`,
};

const pictureOf = (picture: Picture): Promise<Buffer> =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="360" height="560">
      <rect width="360" height="560" fill="#f6f8f7"/>${drawings[picture]}</svg>`),
  )
    .png()
    .toBuffer();
