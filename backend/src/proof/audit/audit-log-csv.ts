import { auditActionText } from '@matgyo/contracts/audit-action-texts';
import type { AuditLogEntry } from '@matgyo/contracts/endpoints/audit';
import {
  type Column,
  type InLanguages,
  spreadsheetOf,
  timeColumn,
} from '../../platform/http/spreadsheet-columns.ts';

const roles: Readonly<Record<NonNullable<AuditLogEntry['actorRole']>, InLanguages>> = {
  admin: { ko: '관리자', en: 'Admin' },
  manager: { ko: '매니저', en: 'Manager' },
  member: { ko: '회원', en: 'Member' },
};

const columns: readonly Column<ReturnType<typeof fileRow>>[] = [
  { name: 'sequence', head: { ko: '기록 번호', en: 'Record number' } },
  timeColumn('at', { ko: '시각 (KST)', en: 'Time (KST)' }),
  {
    name: 'action',
    head: { ko: '작업', en: 'Action' },
    text: ({ entry }, language) => auditActionText(entry, language),
  },
  { name: 'actorId', head: { ko: '처리자 아이디', en: 'Actor ID' } },
  { name: 'actorNickname', head: { ko: '처리자', en: 'Actor' } },
  {
    name: 'actorRole',
    head: { ko: '권한', en: 'Role' },
    text: ({ actorRole }, language) => (actorRole === null ? '' : roles[actorRole][language]),
  },
  { name: 'subjectId', head: { ko: '대상 아이디', en: 'Subject ID' } },
  { name: 'subjectMember', head: { ko: '대상 회원', en: 'Subject member' } },
  { name: 'subjectOrder', head: { ko: '대상 주문', en: 'Subject order' } },
  { name: 'reason', head: { ko: '사유', en: 'Reason' } },
  { name: 'requestId', head: { ko: '요청 번호', en: 'Request' } },
  { name: 'details', head: { ko: '내용', en: 'Details' } },
  { name: 'prevHash', head: { ko: '이전 해시', en: 'Previous hash' } },
  { name: 'hash', head: { ko: '해시', en: 'Hash' } },
];

const fileRow = (entry: AuditLogEntry) => ({
  ...entry,
  entry,
  subjectMember: entry.subjectMember?.nickname ?? null,
  subjectOrder: entry.subjectOrder?.orderCode ?? null,
  details: JSON.stringify(entry.details),
});

export const auditLogCsv = (
  entries: readonly AuditLogEntry[],
  language: string | null | undefined,
): Promise<string> => spreadsheetOf({ columns, rows: entries.map(fileRow), language });
