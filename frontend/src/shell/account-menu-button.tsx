import { ChevronDown, CircleUserRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { useSession } from '../session/session.ts';
import { buttonClass } from '../ui/button.tsx';
import { onDemand } from '../ui/on-demand.tsx';

const AccountMenu = onDemand(() => import('./account-menu.tsx'), Trigger);

/**
 * The menu's code is larger than the whole header, so it loads with the first click. On a phone, the tab bar's menu has
 * its links.
 */
export function AccountMenuButton() {
  const { t } = useTexts();
  const session = useSession();
  const [wanted, setWanted] = useState(false);
  const look = buttonClass({ variant: 'quiet', size: 'medium' }, 'max-w-48 max-md:hidden');
  if (session === undefined) return null;
  const content = (
    <>
      <CircleUserRound size={20} />
      <span className="sr-only">{t('menu.account')}</span>
      <span className="truncate">{session.nickname}</span>
      <ChevronDown size={16} />
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

export interface TriggerProps {
  readonly triggerClass: string;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** The button before the menu is loaded. */
function Trigger({ triggerClass, onClick, children }: TriggerProps) {
  return (
    <button type="button" className={triggerClass} aria-haspopup="menu" onClick={onClick}>
      {children}
    </button>
  );
}
