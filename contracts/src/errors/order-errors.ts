import { conflict, forbidden, invalid, notFound, unavailable } from './error-text.ts';

/**
 * Errors of orders, matches and the price (specification, sections 5 and 8). Every refusal of the ledger about them
 * (`ledger-refusals.ts`) has its text here; the specification's are word for word.
 */
export const orderErrors = {
  KRW_NOT_POSITIVE: invalid(
    'Please enter a valid KRW amount greater than 0.',
    '0보다 큰 원화 금액을 입력해 주세요.',
  ),
  ORDER_TOO_SMALL: invalid(
    'The amount is below the minimum order. Please enter a larger one.',
    '최소 주문 금액보다 적어요. 더 큰 금액을 입력해 주세요.',
  ),
  TOO_MANY_OF_DAY: conflict(
    'You have reached the limit of orders within 24 hours. Please try again later.',
    '24시간 동안 주문할 수 있는 횟수를 넘었어요. 나중에 다시 시도해 주세요.',
  ),
  TOO_MANY_PENDING: conflict(
    'You have too many orders awaiting approval. Wait for one to be approved, or cancel one.',
    '승인 대기 중인 주문이 너무 많아요. 승인될 때까지 기다리거나 하나를 취소해 주세요.',
  ),
  LEVEL_LIMIT: conflict(
    'This amount exceeds the limit of your level. Completing or cancelling open orders makes room.',
    '레벨 한도를 넘는 금액이에요. 진행 중인 주문이 완료되거나 취소되면 다시 주문할 수 있어요.',
  ),
  USDT_NOT_POSITIVE: invalid('USDT amount must be greater than 0.', 'USDT 수량은 0보다 커야 해요.'),
  USDT_MISMATCH: invalid(
    'USDT amount does not match KRW amount and rate.',
    'USDT 수량이 원화 금액을 가격으로 나눈 값과 달라요.',
  ),
  WON_ROUND_TO_ZERO: invalid(
    'At this price the amount comes to 0 won. Please enter a larger amount.',
    '이 가격으로 계산하면 0원이 되는 수량이에요. 더 많은 수량을 입력해 주세요.',
  ),
  AMOUNT_TOO_LARGE: invalid(
    'The amount is too large. Please enter a smaller one.',
    '금액이 너무 커요. 더 적게 입력해 주세요.',
  ),
  PRICE_CHANGED: conflict(
    'The price has changed. Please check the new price.',
    '가격이 바뀌었어요. 새 가격을 확인해 주세요.',
  ),
  PRICE_NOT_SET: conflict('No price has been set yet.', '아직 가격이 설정되지 않았어요.'),
  PRICE_REQUIRED: invalid('Insert price', '가격을 입력해 주세요.'),
  PRICE_INVALID: invalid(
    'Enter a price above 0 and up to 10,000,000, with at most 4 decimals.',
    '0보다 크고 1,000만 이하인 가격을 소수점 아래 4자리까지 입력해 주세요.',
  ),
  ACCOUNT_INACTIVE: forbidden(
    'Your account is not active. Please ask in the support chat.',
    '계정이 비활성 상태예요. 궁금한 점은 1:1 문의로 남겨 주세요.',
  ),
  OWNER_INACTIVE: conflict(
    'The member who placed the order is inactive.',
    '주문한 회원의 계정이 비활성 상태예요.',
  ),
  OWNER_UNVERIFIED: conflict(
    'The member who placed the order has no verified phone number.',
    '주문한 회원의 휴대폰이 인증되지 않았어요.',
  ),
  ORDER_NOT_FOUND: notFound(
    ' Order ID not found. Please try again.',
    '주문을 찾을 수 없어요. 다시 시도해 주세요.',
  ),
  ORDER_EXISTS: conflict('This order has already been placed.', '이미 접수된 주문이에요.'),
  ORDER_NOT_PENDING: conflict('This order is no longer pending approval.', '승인 대기 중인 주문이 아니에요.'),
  ORDER_NOT_OPEN: conflict('This order is not open.', '매칭하거나 취소할 수 있는 주문이 아니에요.'),
  ORDER_HAS_LIVE_MATCH: conflict(
    'Part of this order is in a match. Please cancel the match first.',
    '매칭이 진행 중인 주문이에요. 매칭을 먼저 취소해 주세요.',
  ),
  STALE_REVISION: conflict(
    'The order changed while you were looking. Please check it and try again.',
    '보는 동안 주문이 바뀌었어요. 바뀐 내용을 확인하고 다시 시도해 주세요.',
  ),
  MATCH_NEEDS_TWO_ORDERS: invalid('input buyer Order ID', '구매 주문 아이디를 입력해 주세요.'),
  SAME_ACCOUNT: conflict(
    'These orders were created from the same account.',
    '같은 계정에서 만든 주문이에요.',
  ),
  OWN_ORDER: forbidden(
    'This is your own order. Another admin has to handle it.',
    '본인의 주문이에요. 다른 관리자가 처리해야 해요.',
  ),
  FEE_TO_OWN_CODE: forbidden(
    'The fee of this order counts for your own invite code. Another admin has to handle it.',
    '수수료가 본인의 초대 코드로 집계되는 주문이에요. 다른 관리자가 처리해야 해요.',
  ),
  AMOUNT_EXCEEDS_OPEN: conflict(
    'The amount is more than what remains.',
    '남은 수량보다 많이 매칭할 수 없어요.',
  ),
  PRICE_OUTSIDE_ORDERS: invalid(
    'The price must be between the prices of the two orders.',
    '가격은 두 주문의 가격 사이여야 해요.',
  ),
  PRICE_BEYOND_LIMIT: conflict(
    'The price is too far from a member’s order price, so it needs their consent.',
    '주문 가격과 차이가 커서 회원의 동의가 필요해요.',
  ),
  PAIR_ALREADY_LIVE: conflict(
    'These two orders are already matched with each other.',
    '이미 서로 매칭된 주문이에요.',
  ),
  TOO_MANY_MATCHES: conflict(
    'This order has reached the limit of matches.',
    '이 주문은 더 이상 매칭할 수 없어요.',
  ),
  RESERVE_TIMED_OUT: conflict(
    'The orders kept changing and could not be matched. Please check them and try again.',
    '주문이 계속 바뀌어 매칭하지 못했어요. 주문을 확인하고 다시 시도해 주세요.',
  ),
  TRADE_NOT_FOUND: notFound('Match not found.', '매칭을 찾을 수 없어요.'),
  NEVER_MATCHED: notFound(
    'These two orders were never matched with each other.',
    '서로 매칭된 적이 없는 주문이에요.',
  ),
  TRADE_ALREADY_FINISHED: conflict('This match has already ended.', '이미 종료된 매칭이에요.'),
  TRADE_NOT_FINISHED: unavailable(
    'The match is being processed. Please try again shortly.',
    '매칭을 처리하고 있어요. 잠시 후 다시 시도해 주세요.',
  ),
  TRADE_NOT_COMPLETED: conflict('Only a completed trade can be reversed.', '완료된 거래만 정정할 수 있어요.'),
  TRADE_REVERSED: conflict('This trade has already been reversed.', '이미 정정된 거래예요.'),
  TRADE_NOT_STUCK: notFound('This match is not waiting for a retry.', '다시 시도할 매칭이 아니에요.'),
  CONSENT_PENDING: conflict(
    'This match is waiting for a member’s consent.',
    '회원의 동의를 기다리는 매칭이에요.',
  ),
  OFFER_OVER: conflict('This proposal is no longer open.', '이미 종료된 제안이에요.'),
  CONSENT_NOT_YOURS: forbidden(
    'This proposal does not need your consent.',
    '회원님의 동의가 필요한 제안이 아니에요.',
  ),
  CONSENT_GIVEN: conflict('You have already accepted this proposal.', '이미 동의한 제안이에요.'),
  TRADE_NOT_MATCHED: conflict(
    'This match is being processed, so its steps cannot be changed now.',
    '처리 중인 매칭이라 지금은 단계를 바꿀 수 없어요.',
  ),

  // The steps of a payment.
  STEP_NOT_YOURS: forbidden('This step belongs to your counterpart.', '상대가 표시하는 단계예요.'),
  STEP_ALREADY_MARKED: conflict('This step has already been marked.', '이미 표시된 단계예요.'),
  STEP_NOT_MARKED: conflict('This step has not been marked.', '아직 표시되지 않은 단계예요.'),
  STEP_OUT_OF_ORDER: conflict('Another step comes first.', '먼저 표시할 단계가 있어요.'),
  STEP_FOLLOWED: conflict(
    'The next step has been marked, so this one can no longer be undone.',
    '다음 단계가 표시되어 되돌릴 수 없어요.',
  ),
  STEPS_CHANGED: conflict(
    'The payment steps have changed meanwhile. Please check them and try again.',
    '그사이 거래 단계가 바뀌었어요. 확인하고 다시 시도해 주세요.',
  ),
  STEP_NEEDS_SIGNATURE: invalid('Please enter the transaction ID.', '트랜잭션 ID를 입력해 주세요.'),
  STEP_NEEDS_REASON: invalid('Please choose a reason.', '사유를 선택해 주세요.'),
  SIGNATURE_INVALID: invalid(
    'This is not a Solana transaction ID. Copy it from the transfer in your wallet app.',
    '솔라나 트랜잭션 ID가 아니에요. 지갑 앱의 전송 내역에서 복사해 주세요.',
  ),
  SIGNATURE_USED: conflict(
    'This transaction belongs to another match. Please enter the ID of your transfer for this one.',
    '다른 매칭에 사용된 트랜잭션 ID예요. 이번 전송의 ID를 입력해 주세요.',
  ),
  WINDOW_PAUSED: conflict(
    'The time for this step is already paused.',
    '제한 시간이 이미 일시 정지되어 있어요.',
  ),
  WINDOW_NOT_PAUSED: conflict(
    'The time for this step is not paused.',
    '제한 시간이 일시 정지되어 있지 않아요.',
  ),
  WINDOW_OVER: conflict(
    'All steps are marked, so no time is running.',
    '모든 단계가 완료되어 진행 중인 제한 시간이 없어요.',
  ),
  TOO_MANY_STEPS: conflict(
    'The steps of this match can no longer be changed. Please ask in the support chat.',
    '이 매칭의 단계는 더 이상 바꿀 수 없어요. 1:1 문의로 알려 주세요.',
  ),
};
