import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Dialogs with an address of their own belong to the page they stand over. */
const pageOf = (pathname: string): string =>
  pathname
    .replace(/\/(sell|buy)-order$/, '/$1-history')
    .replace(/^\/dashboard\/(edit-info|settings|support)$/, '/dashboard/one-on-one');

/**
 * After a page change a keyboard and a screen reader go on at the top of the new page, and the scroll with them;
 * going back, the browser scrolls to where one was.
 */
export function RouteFocus() {
  const page = pageOf(useLocation().pathname);
  const how = useNavigationType();
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    document.getElementById('main')?.focus({ preventScroll: true });
    if (how !== 'POP') window.scrollTo(0, 0);
  }, [page, how]);
  return null;
}
