import { useTexts } from '../../i18n/index.ts';
import { useAddress } from '../../ui/use-address.ts';
import { faultsOfPoints, readAsOfPoints } from './as-of-text.ts';
import { AsOfField } from './fee-filters.tsx';
import { useFaultText } from './use-fault-text.ts';

/** The two points in time of a comparison, from the address. */
export function useAsOfPoints() {
  const address = useAddress();
  const beforeText = address.read('before');
  const afterText = address.read('after');
  const faultText = useFaultText();
  const faults = faultsOfPoints({ before: beforeText, after: afterText });
  return {
    points: readAsOfPoints(address.read),
    beforeText,
    afterText,
    errors: {
      before: beforeText === '' ? undefined : faultText(faults.before),
      after: faultText(faults.after),
    },
    write: (which: 'before' | 'after', text: string) => address.type({ [which]: text }),
  };
}

/** Two fields for points in time; an empty later one means now. */
export function AsOfPointsForm({ form }: { readonly form: ReturnType<typeof useAsOfPoints> }) {
  const { t } = useTexts();
  return (
    <form
      aria-label={t('compare.asOfPoints')}
      onSubmit={(event) => event.preventDefault()}
      className="mt-5 grid gap-3 md:max-w-[44rem] md:grid-cols-2"
    >
      <div>
        <AsOfField
          label={t('compare.before')}
          hint={t('compare.beforeHint')}
          value={form.beforeText}
          onWrite={(text) => form.write('before', text)}
          error={form.errors.before}
        />
      </div>
      <div>
        <AsOfField
          label={t('compare.after')}
          value={form.afterText}
          onWrite={(text) => form.write('after', text)}
          error={form.errors.after}
        />
      </div>
    </form>
  );
}
