import type { AuditLogEntry } from './endpoints/audit.ts';
import type { Language } from './errors/index.ts';

type InLanguages = Readonly<Record<Language, string>>;

/** Also to choose from. */
export const auditActionTexts = {
  'staff-signed-in': { ko: '로그인', en: 'Signed in' },
  'staff-sign-in-failed': { ko: '로그인 실패', en: 'Sign-in failed' },
  'staff-password-recovered': { ko: '비밀번호 재설정', en: 'Password reset' },
  'staff-password-changed': { ko: '비밀번호 변경', en: 'Password changed' },
  'staff-sessions-ended': { ko: '기기 로그아웃', en: 'Devices signed out' },
  'second-factor-registered': { ko: '인증 앱 등록', en: 'Authenticator app registered' },
  'second-factor-removed': { ko: '인증 앱 해제', en: 'Authenticator app removed' },
  'passkey-registered': { ko: '패스키 등록', en: 'Passkey registered' },
  'passkey-removed': { ko: '패스키 삭제', en: 'Passkey removed' },
  'recovery-code-used': { ko: '복구 코드 사용', en: 'Recovery code used' },
  'recovery-codes-renewed': { ko: '복구 코드 재발급', en: 'Recovery codes renewed' },
  'password-recovered-after-phone-change': {
    ko: '관리자가 휴대폰 번호를 변경한 뒤 비밀번호 재설정',
    en: 'Password reset after an admin changed the phone number',
  },
  'member-edited': { ko: '회원 정보 수정', en: 'User edited' },
  'payout-change-confirmed': { ko: '계좌·지갑 변경 확인', en: 'Bank account or wallet change confirmed' },
  'payout-change-approved': { ko: '계좌·지갑 변경 승인', en: 'Bank account or wallet change approved' },
  'payout-change-rejected': { ko: '계좌·지갑 변경 거절', en: 'Bank account or wallet change rejected' },
  'id-image-viewed': { ko: '신분증 사진 열람', en: 'ID photo viewed' },
  'id-image-replaced': { ko: '신분증 사진 교체', en: 'ID photo replaced' },
  'price-set': { ko: '가격 설정', en: 'Price set' },
  'transactions-exported': { ko: '거래내역 내려받기', en: 'Transactions downloaded' },
  'fee-report-exported': { ko: '수수료 보고서 내려받기', en: 'Fee report downloaded' },
  'levels-rehearsal-exported': { ko: '레벨 모의 계산 내려받기', en: 'Levels dry run downloaded' },
  'audit-log-exported': { ko: '감사 기록 내려받기', en: 'Audit log downloaded' },
  'case-file-exported': { ko: '증빙 파일 내려받기', en: 'Case file downloaded' },
  'backup-made': { ko: '백업 생성', en: 'Backup created' },
  'chat-closed': { ko: '채팅 종료', en: 'Chat ended' },
  'inquiry-answered': { ko: '문의 답변', en: 'Inquiry answered' },
  'inquiry-closed': { ko: '문의 종료', en: 'Inquiry closed' },
  'replay-started': { ko: '재계산 시작', en: 'Replay started' },
  'replay-swapped': { ko: '새 값으로 교체', en: 'New figures swapped in' },
  'replay-cancelled': { ko: '재계산 중단', en: 'Replay stopped' },
  'replay-discarded': { ko: '새 값 폐기', en: 'New figures discarded' },
  'read-model-retried': { ko: '중단된 조회 모델 다시 시도', en: 'Halted read model retried' },
  'trade-retried': { ko: '지연된 매칭 다시 시도', en: 'Delayed match retried' },
  'rows-kept': { ko: '데이터 지문 기록', en: 'Fingerprint of data recorded' },
  'rows-entered': { ko: '기존 데이터 지문 기록', en: 'Fingerprints of existing data recorded' },
} as const satisfies Readonly<Record<string, InLanguages>>;

/** By their kind. */
const otherReplays: Readonly<Record<string, InLanguages>> = {
  compare: { ko: '비교 시작', en: 'Comparison started' },
  'roll-back': { ko: '이전 값으로 복원', en: 'Rollback started' },
};

/** The same words on the page and in the file for people. Not every replay that was started gives new figures. */
export function auditActionText(
  { action, details: { kind } }: Pick<AuditLogEntry, 'action' | 'details'>,
  language: Language,
): string {
  const replay = action === 'replay-started' ? otherReplays[String(kind)] : undefined;
  return (replay ?? auditActionTexts[action])[language];
}
