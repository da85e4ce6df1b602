import type { Language } from '@matgyo/contracts/errors/index';
import type { Payout } from './payout.ts';

/** Enough for the owner to recognize the account, too little for others to learn it. */
const masked = (value: string, shown: number): string =>
  `***${value.slice(value.length - Math.min(shown, Math.floor(value.length / 2)))}`;

/** The changed parts as text messages name them. */
export function maskedPayout(before: Payout, after: Payout): string {
  const bankIsNew = before.bankName !== after.bankName || before.bankAccount !== after.bankAccount;
  return [
    ...(bankIsNew ? [masked(after.bankAccount, 3)] : []),
    ...(before.tetherAddress === after.tetherAddress ? [] : [masked(after.tetherAddress, 4)]),
  ].join(', ');
}

/** To a member whose bank account or wallet was changed; in both languages, like all such messages. */
export const payoutChangedText = (what: string): string =>
  `[맞교환] 계좌 또는 지갑(${what})이 변경됐지만 아직 적용되지 않았어요. ‘결제 수단’에서 확인하거나, 요청하지 않았다면 거절해 주세요. / ` +
  `[Matgyo] Your bank account or wallet was changed (${what}) and is not in use yet. Confirm it in Payment methods, or reject it there if you did not request this.`;

export const payoutApprovedText =
  '[맞교환] 관리자 승인으로 변경된 계좌 또는 지갑이 적용됐어요. 요청하지 않았다면 바로 고객지원에 문의해 주세요. / ' +
  '[Matgyo] An admin approved the change of your bank account or wallet, and it is now in use. If you did not request this, contact support right away.';

/** To a member whose change will not come into use. */
export const payoutRejectedText =
  '[맞교환] 계좌 또는 지갑 변경이 취소됐어요. 이전 정보가 계속 사용돼요. 요청하지 않았다면 바로 고객지원에 문의해 주세요. / ' +
  '[Matgyo] The change of your bank account or wallet was cancelled. The previous details stay in use. If you did not request this, contact support right away.';

/** States what the code does, so that members do not give it away for another purpose. */
export const payoutCodeText = (what: string, code: string, language: Language): string =>
  language === 'ko'
    ? `[맞교환] 새 계좌 또는 지갑(${what})을 바로 사용하는 인증번호 ${code}. 요청하지 않았다면 누구에게도 알려 주지 마세요.`
    : `[Matgyo] ${code} is your code to use the new bank account or wallet (${what}) now. Never tell it to anyone.`;
