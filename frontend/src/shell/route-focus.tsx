import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Dialogs with a path of their own belong to the page behind them. */
const pageOf = (pathname: string): string =>
  pathname
    .replace(/\/(sell|buy)-order$/, '/$1-history')
    .replace(/^\/dashboard\/(edit-info|settings|support)$/, '/dashboard/one-on-one');

/** The page that was shown last, in whichever shell: each mounts this anew. */
let last: string | undefined;

/** After a page change, focus and scroll go to the top; going back, the browser restores the scroll position. */
export function RouteFocus() {
  const page = pageOf(useLocation().pathname);
  const how = useNavigationType();
  useEffect(() => {
    const before = last;
    last = page;
    if (before === undefined || before === page) return;
    document.getElementById('main')?.focus({ preventScroll: true });
    if (how !== 'POP') window.scrollTo(0, 0);
  }, [page, how]);
  return null;
}
