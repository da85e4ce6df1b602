import { dateTimeInKorea } from '../../../format/date-time.ts';
import { secondsUntil } from '../../../format/duration.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { useNow } from '../../../ui/use-now.ts';
import type { MemberWithActivity } from './member-queries.ts';

type Change = MemberWithActivity['payoutChanges'][number];

/** What a member's bank account and wallet were at each change, who changed them, and what became of the change. */
export function PayoutChanges({ changes }: { readonly changes: readonly Change[] }) {
  const { t } = useTexts();
  const now = useNow(30_000);
  if (changes.length === 0) return null;
  const outcomes = {
    confirmed: t('users.payoutConfirmed'),
    approved: t('users.payoutApproved'),
    rejected: t('users.payoutRejected'),
    replaced: t('users.payoutReplaced'),
  };
  const endOf = ({ outcome, settledAt, effectiveAt }: Change): readonly [string, string | null] => {
    if (outcome !== null) return [outcomes[outcome], settledAt];
    if (effectiveAt === null) return [t('users.payoutNeedsConsent'), null];
    return [secondsUntil(effectiveAt, now) > 0 ? t('users.payoutWaits') : t('users.payoutUsed'), effectiveAt];
  };
  return (
    <section aria-labelledby="payout-changes" className="mt-10">
      <h2 id="payout-changes" className="text-heading">
        {t('users.payouts')}
      </h2>
      <p className="mt-1 mb-2 text-fg-subtle text-small">{t('users.payoutsText')}</p>
      <Table
        caption={t('users.payouts')}
        columns={[
          { head: t('users.payoutBefore') },
          { head: t('users.payoutBy') },
          { head: t('users.payoutAt'), numeric: true },
          { head: t('users.payoutEnd'), numeric: true },
        ]}
      >
        {changes.map((change) => {
          const { before, changedBy, changedAt } = change;
          const [word, at] = endOf(change);
          return (
            <Row key={changedAt}>
              <Cell place={1} head className="max-md:col-span-2">
                {before === null ? (
                  t('users.payoutSealed')
                ) : (
                  <>
                    {before.bankName} {before.bankAccount}
                    <span className="block break-all font-mono font-regular text-micro">
                      {before.tetherAddress}
                    </span>
                  </>
                )}
              </Cell>
              <Cell place={3}>{changedBy ?? '–'}</Cell>
              <Cell place={4} numeric className="whitespace-nowrap text-fg-subtle">
                {dateTimeInKorea(changedAt)}
              </Cell>
              <Cell place="whole" numeric className="whitespace-nowrap max-md:text-left">
                {word} {at !== null && dateTimeInKorea(at)}
              </Cell>
            </Row>
          );
        })}
      </Table>
    </section>
  );
}
