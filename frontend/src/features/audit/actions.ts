import type { AuditAction } from '@matgyo/contracts/audit-actions';
import { useTexts } from '../../i18n/index.ts';

export function useAuditActionLabels(): Readonly<Record<AuditAction, string>> {
  const { t } = useTexts();
  return {
    'staff-signed-in': t('auditLog.signedIn'),
    'staff-sign-in-failed': t('auditLog.signInFailed'),
    'staff-password-changed': t('auditLog.passwordChanged'),
    'staff-password-recovered': t('auditLog.passwordRecovered'),
    'staff-sessions-ended': t('auditLog.sessionsEnded'),
    'second-factor-registered': t('auditLog.appRegistered'),
    'second-factor-removed': t('auditLog.appRemoved'),
    'passkey-registered': t('auditLog.passkeyRegistered'),
    'passkey-removed': t('auditLog.passkeyRemoved'),
    'recovery-code-used': t('auditLog.recoveryCodeUsed'),
    'password-recovered-after-phone-change': t('auditLog.recoveredAfterPhoneChange'),
    'member-edited': t('auditLog.memberEdited'),
    'payout-change-confirmed': t('auditLog.payoutConfirmed'),
    'payout-change-approved': t('auditLog.payoutApproved'),
    'payout-change-rejected': t('auditLog.payoutRejected'),
    'id-image-viewed': t('auditLog.imageViewed'),
    'id-image-replaced': t('auditLog.imageReplaced'),
    'price-set': t('auditLog.priceSet'),
    'fee-report-exported': t('auditLog.feesExported'),
    'levels-rehearsal-exported': t('auditLog.levelsExported'),
    'audit-log-exported': t('auditLog.logExported'),
    'case-file-exported': t('auditLog.caseExported'),
    'chat-closed': t('auditLog.chatClosed'),
    'inquiry-answered': t('auditLog.inquiryAnswered'),
    'inquiry-closed': t('auditLog.inquiryClosed'),
    'replay-started': t('auditLog.replayStarted'),
    'replay-swapped': t('auditLog.replaySwapped'),
    'replay-cancelled': t('auditLog.replayCancelled'),
    'replay-discarded': t('auditLog.replayDiscarded'),
    'read-model-retried': t('auditLog.readModelRetried'),
    'trade-retried': t('auditLog.tradeRetried'),
    'backup-made': t('auditLog.backupMade'),
    'rows-kept': t('auditLog.rowsKept'),
    'rows-entered': t('auditLog.rowsEntered'),
  };
}
