import { useEffect, useRef } from 'react';
import { ScrollRestoration, useLocation } from 'react-router-dom';

/** Dialogs with an address of their own belong to the page they stand over. */
const pageOf = (pathname: string): string => pathname.replace(/\/(sell|buy)-order$/, '/$1-history');

/** After a page change a keyboard and a screen reader go on at the top of the new page, and the scroll with them. */
export function RouteFocus() {
  const page = pageOf(useLocation().pathname);
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [page]);
  return <ScrollRestoration getKey={({ pathname }) => pageOf(pathname)} />;
}
