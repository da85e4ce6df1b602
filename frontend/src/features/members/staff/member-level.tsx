import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { levelTablesQuery, memberLevelQuery } from '../../../api/levels.ts';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { useTexts } from '../../../i18n/index.ts';
import { LevelList } from '../../../ui/level-list.tsx';
import StandingWithLimit from '../../../ui/standing-with-limit.tsx';

/** A member's level, what it rests on, and their limit, as an admin sees it. */
export function MemberLevel({ memberId }: { readonly memberId: string }) {
  const { t } = useTexts();
  const { data: standing } = useQuery(memberLevelQuery(memberId));
  const { data: tables } = useQuery(levelTablesQuery);
  return (
    <section aria-labelledby="member-level" className="mt-10 min-h-48">
      <h2 id="member-level" className="mb-2 text-heading">
        {t('levels.title')}
      </h2>
      {standing !== undefined && <StandingWithLimit standing={standing} />}
      {tables !== undefined && tables.items.length > 0 && (
        <details className="mt-2 text-small">
          <summary className="min-h-9 cursor-pointer py-1.5 text-fg-muted">{t('levels.tables')}</summary>
          {tables.items.map(({ from, levels }) => (
            <div key={from} className="mt-2">
              {t('levels.tableFrom', { from: dateTimeInKorea(from) })}
              <LevelList levels={levels} />
            </div>
          ))}
          <Link to="/admin/levels/rehearsal" className="mt-3 inline-block rounded-xs underline">
            {t('levelsDryRun.title')}
          </Link>
        </details>
      )}
    </section>
  );
}
