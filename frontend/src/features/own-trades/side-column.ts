import type { Side } from '@matgyo/contracts/ids';
import { useTexts } from '../../i18n/index.ts';
import type { Column } from '../../ui/table.tsx';

/** Whether the member sold or bought; on narrower screens the code of the order says it. */
export function useSideColumn(): Column<{ readonly side: Side }> {
  const { t } = useTexts();
  return {
    head: t('label.side'),
    isExtra: true,
    className: 'whitespace-nowrap',
    cell: ({ side }) => t(`label.${side}`),
  };
}
