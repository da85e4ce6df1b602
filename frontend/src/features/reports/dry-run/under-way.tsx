import { Bone, Loading } from '../../../ui/placeholder.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';

interface UnderWayProps {
  readonly label: string;
  readonly soFar: string;
  readonly done: number;
  readonly total: number;
}

/** A dry run that is not ready yet. */
export function UnderWay({ label, soFar, done, total }: UnderWayProps) {
  return (
    <Loading>
      <div className="mt-8 max-w-xl">
        <ProgressBar label={label} percent={total === 0 ? 0 : Math.round((done / total) * 100)} />
        <p className="mt-1.5 text-fg-muted text-small">{soFar}</p>
      </div>
      <Bone className="mt-8 h-[232px] w-full rounded-lg" />
    </Loading>
  );
}
