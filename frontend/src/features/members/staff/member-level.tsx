import { useQuery } from '@tanstack/react-query';
import { memberLevelQuery } from '../../../api/levels.ts';
import { useWords } from '../../../i18n/index.ts';
import StandingWithLimit from '../../../ui/standing-with-limit.tsx';

/** A member's level, what it rests on, and their limit, as an admin sees it. */
export function MemberLevel({ memberId }: { readonly memberId: string }) {
  const { t } = useWords();
  const { data: standing } = useQuery(memberLevelQuery(memberId));
  return (
    <section aria-labelledby="member-level" className="mt-10 min-h-48">
      <h2 id="member-level" className="mb-2 text-heading">
        {t('levels.title')}
      </h2>
      {standing !== undefined && <StandingWithLimit standing={standing} />}
    </section>
  );
}
