import { useTexts } from '../../i18n/index.ts';
import { useAddress } from '../../ui/use-address.ts';
import type { Moments } from './comparison-query.ts';
import { AsOfField } from './fee-filters.tsx';
import { readMoment } from './moment-text.ts';

/** The two moments of a comparison, as the address says them. */
export function useMoments() {
  const address = useAddress();
  const beforeText = address.read('before');
  const afterText = address.read('after');
  const before = readMoment(beforeText);
  const after = readMoment(afterText);
  const readable = before !== undefined && (afterText === '' || after !== undefined);
  const moments: Moments | undefined = readable
    ? { before, ...(after !== undefined && { after }) }
    : undefined;
  return {
    moments,
    beforeText,
    afterText,
    unread: {
      before: beforeText !== '' && before === undefined,
      after: afterText !== '' && after === undefined,
    },
    write: (which: 'before' | 'after', text: string) => address.type({ [which]: text }),
  };
}

/** Two fields for two moments: the later one may be left to mean now. */
export function MomentsForm({ asked }: { readonly asked: ReturnType<typeof useMoments> }) {
  const { t } = useTexts();
  return (
    <form
      aria-label={t('compare.moments')}
      onSubmit={(event) => event.preventDefault()}
      className="mt-5 grid gap-3 md:max-w-[44rem] md:grid-cols-2"
    >
      <div>
        <AsOfField
          label={t('compare.before')}
          value={asked.beforeText}
          onWrite={(text) => asked.write('before', text)}
          unread={asked.unread.before}
        />
      </div>
      <div>
        <AsOfField
          label={t('compare.after')}
          value={asked.afterText}
          onWrite={(text) => asked.write('after', text)}
          unread={asked.unread.after}
        />
      </div>
    </form>
  );
}
