import { ChevronDown, CircleUserRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { buttonClass } from '../ui/button.tsx';
import { onDemand } from '../ui/on-demand.tsx';

const AccountMenu = onDemand(() => import('./account-menu.tsx'), Trigger);

/** The menu behind it weighs more than the whole header, so it comes with the first press. */
export function AccountMenuButton({ nickname }: { readonly nickname: string }) {
  const { t } = useTexts();
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
  return wanted ? (
    <AccountMenu triggerClass={look}>{content}</AccountMenu>
  ) : (
    <Trigger triggerClass={look} onClick={() => setWanted(true)}>
      {content}
    </Trigger>
  );
}

interface TriggerProps {
  readonly triggerClass: string;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** What the menu will hang from, before there is a menu. */
function Trigger({ triggerClass, onClick, children }: TriggerProps) {
  return (
    <button type="button" className={triggerClass} aria-haspopup="menu" onClick={onClick}>
      {children}
    </button>
  );
}
