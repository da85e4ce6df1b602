import type { Usdt } from '@matgyo/contracts/money';
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePublicSettings } from '../api/public-settings.ts';
import { useTexts } from '../i18n/index.ts';
import { FillBar } from '../ui/fill-bar.tsx';
import { LevelList } from '../ui/level-list.tsx';
import { Status } from '../ui/status.tsx';

/** The product's features, each shown with real components. */
export function LandingFeatures() {
  const { t } = useTexts();
  return (
    <section aria-labelledby="features" className="page-x mx-auto max-w-[75rem] pt-2 pb-14 md:pt-4 md:pb-20">
      <h2 id="features" className="text-title">
        {t('landing.featuresTitle')}
      </h2>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-9 md:mt-8 md:grid-cols-3 md:gap-8 lg:gap-12">
        <Feature title={t('landing.reviewedTitle')} text={t('landing.reviewedText')} demo={<LifeDemo />} />
        <Feature title={t('landing.partialTitle')} text={t('landing.partialText')} demo={<FillDemo />} />
        <Feature title={t('landing.recordTitle')} text={t('landing.recordText')} demo={<TrailDemo />} />
      </div>
      <Claims />
    </section>
  );
}

interface FeatureProps {
  readonly title: string;
  readonly text: string;
  readonly demo: ReactNode;
}

function Feature({ title, text, demo }: FeatureProps) {
  return (
    <div>
      <div
        aria-hidden="true"
        className="@container mb-5 flex h-24 items-center rounded-lg bg-surface px-4 lg:px-6"
      >
        {demo}
      </div>
      <h3 className="mb-1.5 text-heading">{title}</h3>
      <p className="text-fg-muted">{text}</p>
    </div>
  );
}

/** Below each other where they do not fit side by side; the English names are longer. */
const stackedLife = {
  ko: '@max-[14rem]:flex-col @max-[14rem]:items-start @max-[14rem]:[&>svg]:hidden',
  en: '@max-[21rem]:flex-col @max-[21rem]:items-start @max-[21rem]:[&>svg]:hidden',
} as const;

function LifeDemo() {
  const { language } = useTexts();
  const arrow = <ArrowRight size={14} className="text-fg-subtle" />;
  return (
    <div
      className={`flex w-full items-center justify-between gap-1 [&>span]:text-micro ${stackedLife[language]}`}
    >
      <Status status="Pending Approval" />
      {arrow}
      <Status status="On Sale" />
      {arrow}
      <Status status="Sale Completed" />
    </div>
  );
}

const demoFill = { completed: '42.0000' as Usdt, reserved: '26.0000' as Usdt, open: '32.0000' as Usdt };

function FillDemo() {
  const { t } = useTexts();
  return (
    <div className="w-full">
      <FillBar quantities={demoFill} />
      <div className="mt-2 flex justify-between text-fg-subtle text-micro">
        <span>{t('fill.settled')}</span>
        <span>{t('status.tradeLive')}</span>
        <span>{t('fill.open')}</span>
      </div>
    </div>
  );
}

function TrailDemo() {
  const { t } = useTexts();
  const steps = [
    { what: t('trail.placed'), at: '09:14' },
    { what: t('trail.approved'), at: '09:21' },
    { what: t('landing.demoMatched'), at: '09:40' },
  ];
  return (
    <ol className="grid w-full gap-1 text-fg-muted text-micro">
      {steps.map(({ what, at }, index) => (
        <li key={at} className="relative flex justify-between pl-4">
          <span className="absolute top-1.5 left-0 size-1.5 rounded-full bg-accent" />
          {index > 0 && <span className="absolute top-[-14px] left-[2.5px] h-[18px] w-px bg-line-strong" />}
          <span className="font-[600]">{what}</span>
          <span>{at}</span>
        </li>
      ))}
    </ol>
  );
}

/** The operator's claims, fee and levels; missing ones are left out. */
function Claims() {
  const { t, formatRate } = useTexts();
  const { claims, feeRate, levels } = usePublicSettings() ?? {};
  const hasFee = feeRate !== undefined && /[1-9]/.test(feeRate);
  return (
    <div className="mt-10">
      {claims != null && <p className="text-fg-subtle text-small">{t('landing.claims', claims)}</p>}
      {hasFee && (
        <>
          <h3 className="mt-2 text-small font-strong">{t('label.fee')}</h3>
          <p className="mt-2 mb-4 text-fg-subtle text-small">
            {t('landing.fee', { rate: formatRate(feeRate) })}
          </p>
        </>
      )}
      {levels !== undefined && <h3 className="mt-2 text-small font-strong">{t('landing.levels')}</h3>}
      <LevelList levels={levels} />
    </div>
  );
}
