import { Menu } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { IconButton } from '../ui/button.tsx';
import { onDemand } from '../ui/on-demand.tsx';

const MobileMenu = onDemand(() => import('./mobile-menu.tsx'));

export function MobileMenuButton() {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton label={t('shell.openMenu')} aria-haspopup="dialog" className="lg:hidden" onClick={show}>
        <Menu size={22} strokeWidth={1.6} />
      </IconButton>
      {wanted && <MobileMenu open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
