import { bankNameFor } from '@matgyo/contracts/bank-names';
import type { MemberView } from '@matgyo/contracts/endpoints/members';
import type { TradeView } from '@matgyo/contracts/endpoints/order-views';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { readablePhone } from '../../../format/phone.ts';
import { useTexts } from '../../../i18n/index.ts';
import { KrwAmount, PriceAmount, UsdtAmount } from '../../../ui/amount.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { MiddleEllipsis, WalletLink } from '../../../ui/solscan.tsx';

interface PeoplePanelProps {
  readonly people: readonly { readonly role: string; readonly member: MemberView }[];
  /** Undefined if the room is about no match. */
  readonly trade: TradeView | undefined;
  readonly orderId: string | undefined;
}

/** The members in the rooms and the figures of their match, for copying. */
export function PeoplePanel({ people, trade, orderId }: PeoplePanelProps) {
  const { t } = useTexts();
  return (
    <aside
      aria-label={t('chats.info')}
      className="grid content-start gap-[18px] overflow-y-auto overscroll-contain px-5 py-3.5 text-small"
    >
      {people.map(({ role, member }) => (
        <Person key={member._id} role={role} member={member} />
      ))}
      <section aria-label={t('chats.thisTrade')}>
        {trade !== undefined && (
          <>
            <h2 className="mb-0.5 font-strong">{t('chats.thisTrade')}</h2>
            <dl>
              <Facts
                line="flex min-h-7 items-center justify-between gap-2"
                label="text-fg-subtle"
                value="font-strong"
                rows={{
                  [t('label.amount')]: <UsdtAmount value={trade.amount} unit />,
                  [t('label.price')]: <PriceAmount value={trade.price} />,
                  [t('balance.won')]: <KrwAmount value={trade.krw} />,
                  [t('label.fee')]: trade.fee !== null && <UsdtAmount value={trade.fee} unit />,
                }}
              />
            </dl>
          </>
        )}
        {orderId !== undefined && <Onward to={`/admin/orders/${orderId}`}>{t('chats.openOrder')}</Onward>}
      </section>
    </aside>
  );
}

function Person({ role, member }: PeoplePanelProps['people'][number]) {
  const { t, language } = useTexts();
  const wallet = t('chats.wallet');
  const details = [
    [t('label.name'), member.fullName, false],
    [t('chats.phone'), member.phone === null ? '' : readablePhone(member.phone), true],
    [t('chats.bank'), bankNameFor(language, member.bankName), false],
    [t('chats.account'), member.bankAccount, true],
    [wallet, member.tetherAddress, true],
    [t('chats.telegram'), member.telegram, true],
  ] as const;
  return (
    <section aria-label={t('chats.infoOf', { role })}>
      <h2 className="mb-0.5 font-strong">
        {role} <span className="font-medium text-fg-subtle">{member.nickname}</span>
      </h2>
      <dl>
        {details
          .filter(([, value]) => value !== '')
          .map(([label, value, copied]) => (
            <div key={label} className="grid min-h-7 grid-cols-[4rem_minmax(0,1fr)] items-center gap-2">
              <dt className="text-fg-subtle">{label}</dt>
              <dd className="flex items-center justify-between gap-0.5">
                <span className="mr-auto truncate" title={value}>
                  {label === wallet ? (
                    <span className="text-micro">
                      <MiddleEllipsis text={value} />
                    </span>
                  ) : (
                    value
                  )}
                </span>
                {label === wallet && <WalletLink address={value} what={`${role} ${label}`} />}
                {copied && (
                  <CopyButton
                    text={value}
                    label={t('copy.what', { what: `${role} ${label}` })}
                    what={label}
                  />
                )}
              </dd>
            </div>
          ))}
      </dl>
      <Onward to={`/admin/users/${member._id}`}>{t('chats.openMember')}</Onward>
    </section>
  );
}

function Onward({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link
      to={to}
      className="mt-1 inline-flex min-h-7 items-center gap-1 text-fg-muted font-medium hover:text-fg"
    >
      {children}
      <ArrowRight size={14} strokeWidth={1.8} />
    </Link>
  );
}
