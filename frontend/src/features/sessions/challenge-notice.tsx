import { useTexts } from '../../i18n/index.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';

/** Shown while this browser solves a challenge, above everything: the call of a dialog may wait for it. */
export default function ChallengeNotice({ percent }: { readonly percent: number }) {
  const { t } = useTexts();
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-6 z-[60] flex justify-center px-5 max-md:bottom-[calc(4.75rem+env(safe-area-inset-bottom))]">
      <div className="grid w-full max-w-[32rem] gap-2 rounded-md bg-notice px-4 py-3 text-on-notice text-small shadow-float">
        <p role="status">{t('challenge.text')}</p>
        <ProgressBar label={t('challenge.progress')} percent={percent} />
      </div>
    </div>
  );
}
