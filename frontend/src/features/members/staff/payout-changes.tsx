import { momentInKorea } from '../../../format/moment.ts';
import { useTexts } from '../../../i18n/index.ts';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import type { MemberWithActivity } from './member-queries.ts';

/** What a member's bank account and wallet were before, who changed them, and until when they stay in use. */
export function PayoutChanges({ changes }: { readonly changes: MemberWithActivity['payoutChanges'] }) {
  const { t } = useTexts();
  if (changes.length === 0) return null;
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
          { head: t('users.payoutUntil'), numeric: true },
        ]}
      >
        {changes.map(({ before, changedBy, changedAt, effectiveAt }) => (
          <Row key={changedAt}>
            <Cell place={1} head>
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
            <Cell place={2}>{changedBy ?? '–'}</Cell>
            <Cell place={3} numeric className="whitespace-nowrap text-fg-subtle max-md:text-left">
              {momentInKorea(changedAt)}
            </Cell>
            <Cell place={4} numeric label={t('users.payoutUntil')} className="whitespace-nowrap">
              {momentInKorea(effectiveAt)}
            </Cell>
          </Row>
        ))}
      </Table>
    </section>
  );
}
