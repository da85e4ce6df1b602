import { useEffect, useEffectEvent, useRef } from 'react';
import { useTexts } from '../i18n/index.ts';
import { Button } from './button.tsx';

interface LoadMoreProps {
  readonly more: boolean;
  readonly loading: boolean;
  readonly onMore: () => void;
}

/** How far before the end of the list the next page is loaded. */
const ahead = '400px';

/** Loads the next page of a list when its end comes near, or by button. */
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
