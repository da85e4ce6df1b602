import { ArrowRight, RotateCw } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useTexts } from '../../i18n/index.ts';

interface ReportLinksProps {
  readonly onReload: () => void;
  readonly compare: { readonly pathname: string; readonly search: string };
}

const className = 'inline-flex min-h-6 items-center gap-1 rounded-xs font-medium text-fg-muted hover:text-fg';

/** Below a report's fingerprint: reload it, or compare it with another point in time. */
export function ReportLinks({ onReload, compare }: ReportLinksProps) {
  const { t } = useTexts();
  return (
    <p className="mt-1 flex flex-wrap gap-x-4 md:justify-end print:hidden">
      <button type="button" onClick={onReload} className={className}>
        <RotateCw size={14} strokeWidth={1.8} />
        {t('report.again')}
      </button>
      <Link to={compare} className={className}>
        {t('report.compare')}
        <ArrowRight size={14} strokeWidth={1.8} />
      </Link>
    </p>
  );
}
