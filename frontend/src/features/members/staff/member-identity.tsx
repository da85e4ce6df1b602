import type { MemberView } from '@matgyo/contracts/endpoints/members';
import { dateInKorea } from '../../../format/date-time.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Fact } from '../../../ui/fact.tsx';

/** What a member entered when signing up, which is never edited. */
export function MemberIdentity({ member }: { readonly member: MemberView }) {
  const { t } = useTexts();
  const facts = [
    [t('member.username'), member.username],
    [t('member.nickname'), member.nickname],
    [t('member.fullName'), member.fullName],
    [t('member.dob'), member.dob ?? '–'],
    [t('users.joined'), dateInKorea(member.createdAt)],
  ] as const;
  return (
    <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-2 lg:grid-cols-5">
      {facts.map(([label, value]) => (
        <Fact key={label} label={label}>
          <span className="font-medium">{value}</span>
        </Fact>
      ))}
    </dl>
  );
}
