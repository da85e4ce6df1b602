import type { OrderView } from '@matgyo/contracts/endpoints/order-views';
import { useTexts } from '../../i18n/index.ts';
import { MatchLine } from './history/match-line.tsx';
import { matchesOf } from './matches.ts';

/** What the order waits for while it has no live match, and links to the chats of ended ones. */
export function NextStep({ order }: { readonly order: OrderView }) {
  const { t } = useTexts();
  const matches = matchesOf(order);
  const ended = matches.filter(({ phase }) => phase !== 'live');
  const next = () => {
    if (ended.length < matches.length) return undefined;
    switch (order.status) {
      case 'Pending Approval':
        return t('next.pending');
      case 'On Sale':
      case 'Waiting for Buy':
      case 'Partially Matched':
        return t('next.open');
      default:
        return undefined;
    }
  };
  const text = next();
  if (text === undefined && ended.length === 0) return null;
  return (
    <section aria-label={t('next.title')} className="mt-4">
      {text !== undefined && <p className="text-fg-muted">{text}</p>}
      {ended.length > 0 && (
        <ul className="mt-3 border-line border-b">
          {ended.map((match) => (
            <MatchLine key={match.tradeId} match={match} order={order} />
          ))}
        </ul>
      )}
    </section>
  );
}
