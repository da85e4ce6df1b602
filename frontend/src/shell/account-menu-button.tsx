import { ChevronDown, CircleUserRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useWords } from '../i18n/index.ts';
import { buttonClass } from '../ui/button.tsx';

const AccountMenu = lazy(() => import('./account-menu.tsx'));

/** The menu behind it weighs more than the whole header, so it comes with the first press. */
export function AccountMenuButton({ nickname }: { readonly nickname: string }) {
  const { t } = useWords();
  const [wanted, setWanted] = useState(false);
  const look = buttonClass({ variant: 'quiet', size: 'medium' }, 'max-w-48');
  const content = (
    <>
      <CircleUserRound size={20} strokeWidth={1.6} />
      <span className="sr-only">{t('menu.account')}</span>
      <span className="truncate">{nickname}</span>
      <ChevronDown size={16} strokeWidth={1.6} />
    </>
  );
  const plain = (
    <button type="button" className={look} aria-haspopup="menu" onClick={() => setWanted(true)}>
      {content}
    </button>
  );
  return wanted ? (
    <Suspense fallback={plain}>
      <AccountMenu triggerClass={look}>{content}</AccountMenu>
    </Suspense>
  ) : (
    plain
  );
}
