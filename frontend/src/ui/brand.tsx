import { useTexts } from '../i18n/index.ts';

/** The logo: a fill bar. */
export function BrandMark() {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      <rect x="2" y="4" width="13" height="6.5" rx="2" fill="var(--color-accent)" />
      <rect x="17" y="4" width="5" height="6.5" rx="2" fill="currentColor" />
      <rect x="2" y="13.5" width="5" height="6.5" rx="2" fill="currentColor" />
      <rect x="9" y="13.5" width="13" height="6.5" rx="2" fill="var(--color-accent)" />
    </svg>
  );
}

export function Brand() {
  const { t } = useTexts();
  return (
    <span className="inline-flex items-center gap-[9px] whitespace-nowrap text-[1.125rem] font-[750] tracking-[-0.02em]">
      <BrandMark />
      {t('product.name')}
    </span>
  );
}
