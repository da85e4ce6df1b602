import type { ComponentProps } from 'react';
import { useTexts } from '../../i18n/index.ts';
import type { ReplayRun } from './replay-groups.ts';
import { ReplayBeginning, ReplayItem } from './replay-item.tsx';

interface ReplayGroupProps extends Omit<ComponentProps<typeof ReplayItem>, 'replay'> {
  readonly group: ReplayRun;
}

/** One replay, or a run of comparisons as one line that unfolds. */
export function ReplayGroup({ group, ...item }: ReplayGroupProps) {
  const { t } = useTexts();
  const [newest, ...others] = group;
  if (others.length === 0) return <ReplayItem {...item} replay={newest} />;
  return (
    <li className="border-line border-b last:border-0">
      <details>
        <summary className="cursor-pointer rounded-xs py-4 font-strong">
          {t('replay.run', { count: group.length })}
          <span className="float-right text-accent text-small font-medium">{t('replay.runEqual')}</span>
          <ReplayBeginning replay={group.at(-1) ?? newest} />
        </summary>
        <ul className="pl-5">
          {group.map((replay) => (
            <ReplayItem key={replay._id} {...item} replay={replay} />
          ))}
        </ul>
      </details>
    </li>
  );
}
