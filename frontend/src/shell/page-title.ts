import { useEffect } from 'react';
import { useWords } from '../i18n/index.ts';

/** Names the browser's tab after the page. */
export function usePageTitle(title: string): void {
  const { t } = useWords();
  const product = t('product.name');
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}
