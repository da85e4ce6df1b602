import type { MemberId } from '@matgyo/contracts/ids';
import type { InquiryTitle } from '@matgyo/contracts/inquiries';
import type { Database } from '../../platform/database/tables.ts';
import { commandIdOf, idOf } from './names.ts';
import { memberIdIn, type SeedMarket } from './seed-members.ts';

interface Inquiry {
  readonly by: string;
  /** Awake minutes before the market's end. */
  readonly before: number;
  readonly title: InquiryTitle;
  readonly description: string;
  /** By an admin, one hour apart. */
  readonly comments: readonly string[];
  readonly isClosed?: true;
}

const inquiries: readonly Inquiry[] = [
  {
    by: 'minji',
    before: 17_000,
    title: 'Sell Inquiry',
    description: '판매 주문이 승인되기까지 보통 얼마나 걸리나요?',
    comments: ['영업 시간에는 보통 한 시간 안에 확인해 드리고 있어요.'],
    isClosed: true,
  },
  {
    by: 'dohyun',
    before: 9_300,
    title: 'Edit Account Info',
    description: '주거래 은행을 바꾸려고 해요. 어떤 서류가 필요한가요?',
    comments: [
      '본인 명의 계좌라면 서류 없이 변경할 수 있어요. 새 계좌번호를 여기에 남겨 주시면 확인하고 변경해 드릴게요.',
      '새 계좌로 변경했어요. 프로필에서 확인해 주세요.',
    ],
    isClosed: true,
  },
  {
    by: 'sua',
    before: 1_900,
    title: 'Buy Inquiry',
    description: '구매 주문이 일부만 체결되었는데 남은 수량은 언제 체결되나요?',
    comments: ['조건이 맞는 판매 주문이 들어오는 대로 매칭해 드릴게요. 조금만 기다려 주세요.'],
  },
  {
    by: 'yejun7',
    before: 900,
    title: 'Other Inquiry',
    description: '텔레그램 아이디를 바꾸었는데 따로 알려 드려야 하나요?',
    comments: ['네, 새 아이디를 여기에 남겨 주시면 확인하고 변경해 드릴게요.'],
  },
  {
    by: 'jiwoo',
    before: 130,
    title: 'Sell Inquiry',
    description: '등록한 지갑과 다른 지갑에서 보내도 괜찮을까요?',
    comments: [],
  },
  {
    by: 'siwoo',
    before: 70,
    title: 'Other Inquiry',
    description: '가입을 마쳤는데 계정은 언제 활성화되나요?',
    comments: [],
  },
];

/** Writes the members' inquiries and the admin's answers. Idempotent. */
export async function writeInquiries(db: Database, market: SeedMarket): Promise<void> {
  const { time } = market;
  const memberIdFor = (key: string) => memberIdIn(market, key);
  await db.transaction().execute(async (trx) => {
    for (const [index, inquiry] of inquiries.entries()) {
      const name = `inquiry ${index}`;
      const timeAt = (hours: number) => time.timeAt(time.minutes - inquiry.before + hours * 60);
      const id = idOf(name, timeAt(0));
      await trx
        .insertInto('app.inquiries')
        .values({
          id,
          member_id: memberIdFor(inquiry.by),
          title: inquiry.title,
          description: inquiry.description,
          created_at: new Date(timeAt(0)),
          ...stateOf(inquiry, name, memberIdFor('admin'), timeAt),
        })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      const comments = inquiry.comments.map((comment, place) => ({
        id: idOf(`${name} comment ${place}`, timeAt(place + 1)),
        inquiry_id: id,
        ordinal: place + 1,
        author_id: memberIdFor('admin'),
        comment,
        created_at: new Date(timeAt(place + 1)),
        request_id: commandIdOf(`${name} comment ${place}`),
      }));
      if (comments.length === 0) continue;
      await trx
        .insertInto('app.inquiry_comments')
        .values(comments)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    }
  });
}

function stateOf(
  { comments, isClosed }: Inquiry,
  name: string,
  closed_by: MemberId,
  timeAt: (hours: number) => number,
) {
  if (isClosed !== true) return { status: comments.length > 0 ? ('active' as const) : ('pending' as const) };
  const closed_at = new Date(timeAt(comments.length + 1));
  return {
    status: 'inactive' as const,
    closed_at,
    closed_by,
    closing_request_id: commandIdOf(`${name} is closed`),
  };
}
