import { accountState } from '@matgyo/contracts/account-states';
import { bankNameFor } from '@matgyo/contracts/bank-names';
import type { MemberView } from '@matgyo/contracts/endpoints/members';
import type { ReactNode } from 'react';
import { useOwnLevel } from '../../api/levels.ts';
import { useOwnAccount } from '../../api/own-account.ts';
import { usePaymentMethods } from '../../api/payment-methods.ts';
import { usePublicSettings } from '../../api/public-settings.ts';
import { readablePhone } from '../../format/phone.ts';
import { useTexts } from '../../i18n/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LevelList } from '../../ui/level-list.tsx';
import { Page } from '../../ui/page.tsx';
import { Loading, NotLoaded, Skeleton } from '../../ui/placeholder.tsx';
import { StandingWithLimit } from '../../ui/standing.tsx';
import { StageMark } from '../../ui/status.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TitledSection } from '../../ui/titled-section.tsx';
import { CopyCard } from './copy-card.tsx';
import { PendingPayout } from './pending-payout.tsx';

/** A member's own account, read-only: what others pay to, ready to copy. */
export default function ProfilePage({ children }: { readonly children?: ReactNode }) {
  const { t } = useTexts();
  const answer = useOwnAccount();
  const { data: account } = answer;
  const state = account && accountState(account);
  return (
    <Page
      title={t('menu.profile')}
      action={
        <ButtonLink to="/dashboard/edit-info" size="medium">
          {t('menu.editInfo')}
        </ButtonLink>
      }
    >
      {state !== undefined && state !== 'active' && (
        <p className="mt-4 rounded-lg bg-surface px-4 py-3 text-fg-muted text-small">
          {state === 'awaiting' ? t('profile.inactiveText') : t('account.deactivatedText')}
        </p>
      )}
      {account?.isVerified === false && (
        <p className="mt-4 rounded-lg bg-surface px-4 py-3 text-fg-muted text-small">
          {t('profile.unverifiedText')}{' '}
          <TextLink to="/verify" className="text-accent font-strong">
            {t('profile.verify')}
          </TextLink>
        </p>
      )}
      {children}
      {account !== undefined ? (
        <Account account={account} />
      ) : (
        <NotLoaded failed={t('profile.loadFailed')} query={answer}>
          <Skeleton className="mt-6 h-7 w-40" />
          <div className="mt-9 grid gap-9 md:grid-cols-2 md:gap-x-12">
            {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
              <Skeleton key={row} className="w-full" />
            ))}
          </div>
        </NotLoaded>
      )}
    </Page>
  );
}

const stages = { active: 'onsale', awaiting: 'pending', deactivated: 'cancelled' } as const;

function Account({ account }: { readonly account: MemberView }) {
  const { t, language } = useTexts();
  const state = accountState(account);
  const { data: methods } = usePaymentMethods();
  // While a change waits, others pay to what is in use.
  const inUse =
    methods?.next == null ? account : { ...methods.bank, tetherAddress: methods.wallet?.tetherAddress };
  return (
    <>
      <div className="mt-11 flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="text-figure">{account.fullName || account.nickname}</p>
        <StageMark stage={stages[state]} word={t(`account.states.${state}`)} badge />
      </div>
      {methods?.next != null && <PendingPayout next={methods.next} inUse={methods} />}
      <TitledSection className="mt-8" title={t('profile.account')}>
        <dl className="mt-2 grid md:grid-cols-2 md:gap-x-12">
          <Facts
            line="flex min-h-12 items-center justify-between gap-4 border-line border-b"
            label="whitespace-nowrap text-fg-muted text-small"
            value="text-right font-medium"
            rows={{
              [t('member.nickname')]: account.nickname,
              [t('member.username')]: account.username,
              [t('member.phone')]: account.phone === null ? '–' : readablePhone(account.phone),
              [t('member.dob')]: account.dob ?? '–',
              [t('label.status')]: t(`account.states.${state}`),
            }}
          />
        </dl>
        <ul className="mt-4 grid gap-2 empty:hidden md:grid-cols-2">
          <CopyCard label={t('profile.referralCode')} value={account.referralCode ?? ''} />
        </ul>
      </TitledSection>
      <OwnLevel />
      <TitledSection className="mt-11 has-[ul:empty]:hidden" title={t('profile.payment')}>
        <p className="mt-1 text-fg-subtle text-small">{t('profile.paymentText')}</p>
        <ul className="mt-4 grid gap-2 md:grid-cols-2">
          <CopyCard
            label={t('member.bankName')}
            value={inUse.bankName ?? ''}
            shown={bankNameFor(language, inUse.bankName ?? '')}
          />
          <CopyCard label={t('member.bankAccount')} value={inUse.bankAccount ?? ''} />
          <CopyCard label={t('member.tetherAddress')} value={inUse.tetherAddress ?? ''} wide isWallet />
          <CopyCard label={t('member.telegram')} value={account.telegram} />
        </ul>
      </TitledSection>
    </>
  );
}

/** One's own level, what it rests on, and what the next one takes. */
function OwnLevel() {
  const { t } = useTexts();
  const standing = useOwnLevel();
  return (
    <TitledSection className="mt-11" title={t('levels.title')}>
      <p className="mt-1 mb-3 text-fg-subtle text-small">{t('levels.intro')}</p>
      {standing === undefined ? (
        <Loading>
          <Skeleton className="h-81 w-full md:h-45" />
        </Loading>
      ) : (
        <StandingWithLimit standing={standing} />
      )}
      <div className="pt-2">
        <LevelList levels={usePublicSettings()?.levels} />
      </div>
    </TitledSection>
  );
}
