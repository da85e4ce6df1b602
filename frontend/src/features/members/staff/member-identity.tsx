import type { MemberView } from '@matgyo/contracts/endpoints/members';
import type { ReactNode } from 'react';
import { dateInKorea } from '../../../format/date-time.ts';
import { useTexts } from '../../../i18n/index.ts';

/** What a member entered when signing up and nobody edits. */
export function MemberIdentity({ member }: { readonly member: MemberView }) {
  const { t } = useTexts();
  return (
    <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-2 lg:grid-cols-5">
      <ReadOnly label={t('member.username')}>{member.username}</ReadOnly>
      <ReadOnly label={t('member.nickname')}>{member.nickname}</ReadOnly>
      <ReadOnly label={t('member.fullName')}>{member.fullName}</ReadOnly>
      <ReadOnly label={t('member.dob')}>{member.dob ?? '–'}</ReadOnly>
      <ReadOnly label={t('users.joined')}>{dateInKorea(member.createdAt)}</ReadOnly>
    </dl>
  );
}

function ReadOnly({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-fg-subtle text-micro">{label}</dt>
      <dd className="break-words font-medium">{children}</dd>
    </div>
  );
}
