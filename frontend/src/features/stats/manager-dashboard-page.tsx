import { useQuery } from '@tanstack/react-query';
import { Link } from 'lucide-react';
import { useOwnAccount } from '../../api/own-account.ts';
import { useTexts } from '../../i18n/index.ts';
import { Segments } from '../../ui/choice.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { StaffPage } from '../../ui/staff-page.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { StatsBody } from './stat-cards.tsx';
import { managerStatsQuery } from './stats-queries.ts';

const scopes = ['everyone', 'invited'] as const;

/** A manager's invite code, and figures of the market or of the members who used the code. */
export default function ManagerDashboardPage() {
  const { t } = useTexts();
  const scope = useAddress().choice('of', scopes);
  const stats = useQuery(managerStatsQuery(scope.chosen === 'invited'));
  return (
    <StaffPage title={t('staff.dashboard')} action={<OwnCode />}>
      <div className="mt-4">
        <Segments
          label={t('overview.scope')}
          {...scope}
          choices={[
            { value: 'everyone', label: t('users.allUsers') },
            { value: 'invited', label: t('overview.invited') },
          ]}
        />
      </div>
      <StatsBody query={stats} isWholeMarket={scope.chosen === 'everyone'} />
    </StaffPage>
  );
}

/** The manager's invite code and a sign-up link with it. */
function OwnCode() {
  const { t } = useTexts();
  const { data: account } = useOwnAccount();
  if (account === undefined) return <Skeleton className="h-12 w-40" />;
  const code = account.inviteCode;
  const link = `${window.location.origin}/signup?referralCode=${encodeURIComponent(code)}`;
  return (
    <div className="flex items-center gap-2 rounded-lg bg-surface py-2 pr-2 pl-4 max-md:w-full">
      <p className="flex-auto">
        <span className="block text-fg-subtle text-micro">{t('overview.ownCode')}</span>
        <span className="font-strong">{code}</span>
      </p>
      <CopyButton text={code} what={t('overview.ownCode')} className="size-10" />
      <CopyButton text={link} what={t('overview.ownLink')} className="size-10" icon={Link} />
    </div>
  );
}
