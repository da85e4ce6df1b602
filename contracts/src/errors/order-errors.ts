import type { StatedError } from './error-text.ts';

/**
 * Errors of orders, matches and the price (specification, sections 5 and 8). Every refusal of the ledger about them
 * (`ledger-refusals.ts`) has its text here; the specification's are word for word.
 */
export const orderErrors = {
  KRW_NOT_POSITIVE: {
    status: 422,
    en: 'Please enter a valid KRW amount greater than 0.',
    ko: '0보다 큰 원화 금액을 입력해 주세요.',
  },
  ORDER_TOO_SMALL: {
    status: 422,
    en: 'The amount is below the minimum order.',
    ko: '최소 주문 금액보다 적어요.',
  },
  TOO_MANY_OF_DAY: {
    en: 'You have reached the limit of orders within 24 hours. Please try again later.',
    ko: '24시간 동안 주문할 수 있는 횟수를 넘었어요. 나중에 다시 시도해 주세요.',
  },
  TOO_MANY_PENDING: {
    en: 'You have too many orders awaiting approval. Wait for one to be approved, or cancel one.',
    ko: '승인 대기 중인 주문이 너무 많아요. 승인될 때까지 기다리거나 하나를 취소해 주세요.',
  },
  LEVEL_LIMIT: {
    en: 'This amount exceeds the limit of your level. Completing or cancelling open orders makes room.',
    ko: '레벨 한도를 넘는 금액이에요. 진행 중인 주문이 완료되거나 취소되면 다시 주문할 수 있어요.',
  },
  USDT_NOT_POSITIVE: {
    status: 422,
    en: 'USDT amount must be greater than 0.',
    ko: 'USDT 수량은 0보다 커야 해요.',
  },
  USDT_MISMATCH: {
    status: 422,
    en: 'USDT amount does not match KRW amount and rate.',
    ko: 'USDT 수량이 원화 금액을 가격으로 나눈 값과 달라요.',
  },
  WON_ROUND_TO_ZERO: {
    status: 422,
    en: 'At this price the amount comes to 0 won.',
    ko: '이 가격으로 계산하면 0원이 되는 수량이에요.',
  },
  AMOUNT_TOO_LARGE: { status: 422, en: 'The amount is too large.', ko: '금액이 너무 커요.' },
  PRICE_CHANGED: {
    en: 'The price has changed. Please check the new price.',
    ko: '가격이 바뀌었어요. 새 가격을 확인해 주세요.',
  },
  PRICE_NOT_SET: { en: 'No price has been set yet.', ko: '아직 가격이 설정되지 않았어요.' },
  PRICE_REQUIRED: { status: 422, en: 'Insert price', ko: '가격을 입력해 주세요.' },
  PRICE_INVALID: {
    status: 422,
    en: 'Enter a price above 0 and up to 10,000,000, with at most 4 decimals.',
    ko: '0보다 크고 1,000만 이하인 가격을 소수점 아래 4자리까지 입력해 주세요.',
  },
  ACCOUNT_INACTIVE: {
    status: 403,
    en: 'Your account is not active. Please contact the admin.',
    ko: '계정이 비활성 상태예요. 관리자에게 문의해 주세요.',
  },
  OWNER_INACTIVE: {
    en: 'The member who placed the order is inactive.',
    ko: '주문한 회원의 계정이 비활성 상태예요.',
  },
  OWNER_UNVERIFIED: {
    en: 'The member who placed the order has no verified phone number.',
    ko: '주문한 회원의 휴대폰이 인증되지 않았어요.',
  },
  ORDER_NOT_FOUND: {
    status: 404,
    en: ' Order ID not found. Please try again.',
    ko: '주문을 찾을 수 없어요. 다시 시도해 주세요.',
  },
  ORDER_EXISTS: { en: 'This order has already been placed.', ko: '이미 접수된 주문이에요.' },
  ORDER_NOT_PENDING: {
    en: 'This order is no longer pending approval.',
    ko: '승인 대기 중인 주문이 아니에요.',
  },
  ORDER_NOT_OPEN: { en: 'This order is not open.', ko: '매칭하거나 취소할 수 있는 주문이 아니에요.' },
  ORDER_HAS_LIVE_MATCH: {
    en: 'Part of this order is in a match. Please cancel the match first.',
    ko: '매칭이 진행 중인 주문이에요. 매칭을 먼저 취소해 주세요.',
  },
  STALE_REVISION: { en: 'The order changed while you were looking.', ko: '보는 동안 주문이 바뀌었어요.' },
  MATCH_NEEDS_TWO_ORDERS: {
    status: 422,
    en: 'input buyer Order ID',
    ko: '구매 주문 아이디를 입력해 주세요.',
  },
  SAME_ACCOUNT: {
    en: 'These orders were created from the same account.',
    ko: '같은 계정에서 만든 주문이에요.',
  },
  OWN_ORDER: {
    status: 403,
    en: 'This is your own order. Another admin has to handle it.',
    ko: '본인의 주문이에요. 다른 관리자가 처리해야 해요.',
  },
  FEE_TO_OWN_CODE: {
    status: 403,
    en: 'The fee of this order counts for your own invite code. Another admin has to handle it.',
    ko: '수수료가 본인의 초대 코드로 집계되는 주문이에요. 다른 관리자가 처리해야 해요.',
  },
  AMOUNT_EXCEEDS_OPEN: {
    en: 'The amount is more than what remains.',
    ko: '남은 수량보다 많이 매칭할 수 없어요.',
  },
  PRICE_OUTSIDE_ORDERS: {
    status: 422,
    en: 'The price must be between the prices of the two orders.',
    ko: '가격은 두 주문의 가격 사이여야 해요.',
  },
  PRICE_BEYOND_LIMIT: {
    en: 'The price is too far from a member’s order price, so it needs their consent.',
    ko: '주문 가격과 차이가 커서 회원의 동의가 필요해요.',
  },
  PAIR_ALREADY_LIVE: {
    en: 'These two orders are already matched with each other.',
    ko: '이미 서로 매칭된 주문이에요.',
  },
  TOO_MANY_MATCHES: {
    en: 'This order has reached the limit of matches.',
    ko: '이 주문은 더 이상 매칭할 수 없어요.',
  },
  RESERVE_TIMED_OUT: {
    en: 'The orders kept changing and could not be matched. Please check them and try again.',
    ko: '주문이 계속 바뀌어 매칭하지 못했어요. 주문을 확인하고 다시 시도해 주세요.',
  },
  TRADE_NOT_FOUND: { status: 404, en: 'Match not found.', ko: '매칭을 찾을 수 없어요.' },
  NEVER_MATCHED: {
    status: 404,
    en: 'These two orders were never matched with each other.',
    ko: '서로 매칭된 적이 없는 주문이에요.',
  },
  TRADE_ALREADY_FINISHED: { en: 'This match has already ended.', ko: '이미 종료된 매칭이에요.' },
  TRADE_NOT_FINISHED: {
    status: 503,
    en: 'The match is being processed. Please try again shortly.',
    ko: '매칭을 처리하고 있어요. 잠시 후 다시 시도해 주세요.',
  },
  TRADE_NOT_COMPLETED: {
    en: 'Only a completed trade can be reversed.',
    ko: '완료된 거래만 정정할 수 있어요.',
  },
  TRADE_REVERSED: { en: 'This trade has already been reversed.', ko: '이미 정정된 거래예요.' },
  TRADE_NOT_STUCK: {
    status: 404,
    en: 'This match is not waiting for a retry.',
    ko: '다시 시도할 매칭이 아니에요.',
  },
  CONSENT_PENDING: {
    en: 'This match is waiting for a member’s consent.',
    ko: '회원의 동의를 기다리는 매칭이에요.',
  },
  OFFER_OVER: { en: 'This proposal is no longer open.', ko: '이미 종료된 제안이에요.' },
  CONSENT_NOT_YOURS: {
    status: 403,
    en: 'This proposal does not need your consent.',
    ko: '회원님의 동의가 필요한 제안이 아니에요.',
  },
  CONSENT_GIVEN: { en: 'You have already accepted this proposal.', ko: '이미 동의한 제안이에요.' },
  TRADE_NOT_MATCHED: {
    en: 'This match is being processed, so its steps cannot be changed now.',
    ko: '처리 중인 매칭이라 지금은 단계를 바꿀 수 없어요.',
  },
} as const satisfies Readonly<Record<string, StatedError>>;
