import { useEffect } from 'react';
import { useTexts } from '../i18n/index.ts';

let named = '';
let news = 0;

const write = () => {
  document.title = news === 0 ? named : `(${news > 10 ? '10+' : news}) ${named}`;
};

export function usePageTitle(title: string): void {
  const { t } = useTexts();
  const product = t('product.name');
  useEffect(() => {
    named = `${title} · ${product}`;
    write();
    // What screen readers read when it gets the focus after a page change.
    document.getElementById('main')?.setAttribute('aria-label', title);
  }, [title, product]);
}

/** Shows the number of unread messages in the tab's title. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    news = count;
    if (named !== '') write();
    return () => {
      news = 0;
    };
  }, [count]);
}
