import { useEffect, useEffectEvent, useRef } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.tsx';

interface LoadMoreProps {
  readonly more: boolean;
  readonly loading: boolean;
  readonly onMore: () => void;
}

/** How far ahead of the list's end the next page is asked for. */
const ahead = '400px';

/** The next page of a list: comes by itself as the end nears, and by hand for who uses no wheel. */
export function LoadMore({ more, loading, onMore }: LoadMoreProps) {
  const { t } = useTexts();
  const end = useRef<HTMLDivElement>(null);
  const reach = useEffectEvent(() => {
    if (!loading) onMore();
  });
  useEffect(() => {
    const element = end.current;
    if (!more || element === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) reach();
      },
      { rootMargin: ahead },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [more]);
  if (!more) return null;
  return (
    <div ref={end} className="py-4">
      <Button size="medium" busy={loading} onClick={onMore}>
        {t('loadMore')}
      </Button>
    </div>
  );
}
