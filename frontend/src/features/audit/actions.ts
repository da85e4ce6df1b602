import type { AuditAction } from '@matgyo/contracts/audit-actions';
import { useWords } from '../../i18n/index.ts';

/** In the order they are offered; `audit-log-query.test.ts` holds them against what is recorded. */
export const actions: readonly AuditAction[] = [
  'staff-signed-in',
  'staff-sign-in-failed',
  'staff-password-changed',
  'staff-password-recovered',
  'staff-sessions-ended',
  'password-recovered-after-phone-change',
  'member-edited',
  'id-image-viewed',
  'id-image-replaced',
  'price-set',
  'fee-report-exported',
  'audit-log-exported',
  'case-file-exported',
  'chat-closed',
  'inquiry-answered',
  'inquiry-closed',
  'replay-started',
  'replay-swapped',
  'replay-cancelled',
  'replay-discarded',
  'read-model-retried',
  'trade-retried',
  'backup-made',
  'rows-kept',
  'rows-entered',
];

export function useActionWords(): Readonly<Record<AuditAction, string>> {
  const { t } = useWords();
  return {
    'staff-signed-in': t('auditLog.signedIn'),
    'staff-sign-in-failed': t('auditLog.signInFailed'),
    'staff-password-changed': t('auditLog.passwordChanged'),
    'staff-password-recovered': t('auditLog.passwordRecovered'),
    'staff-sessions-ended': t('auditLog.sessionsEnded'),
    'password-recovered-after-phone-change': t('auditLog.recoveredAfterPhoneChange'),
    'member-edited': t('auditLog.memberEdited'),
    'id-image-viewed': t('auditLog.imageViewed'),
    'id-image-replaced': t('auditLog.imageReplaced'),
    'price-set': t('auditLog.priceSet'),
    'fee-report-exported': t('auditLog.feesExported'),
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
