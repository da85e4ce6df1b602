import { BriefcaseBusiness, House, List, Settings, User } from 'lucide-react';
import { useTexts } from '../i18n/index.ts';
import { type NavigationGroup, type NavigationItem, useOwnPages, useSideMenu } from './navigation.ts';
import { useStaffAreas } from './role-links.tsx';

/** The profile menu of the specification; signing out comes after it. */
export function useAccountLinks(): readonly NavigationItem[] {
  const { t } = useTexts();
  return [
    { to: '/profile', label: t('menu.profile'), icon: User },
    ...useOwnPages(),
    { to: '/settings', label: t('menu.settings'), icon: Settings },
  ];
}

/** All pages for a member, for the phone's menu. */
export function useWholeMenu(): readonly NavigationGroup[] {
  const { t } = useTexts();
  const areas = useStaffAreas().map((staff) => ({ ...staff, icon: BriefcaseBusiness }));
  const [main, ...others] = useSideMenu();
  const account = { title: main?.title ?? '', items: useAccountLinks() };
  const publicPages = {
    title: t('product.name'),
    items: [
      { to: '/', label: t('menu.home'), icon: House },
      { to: '/post-offer', label: t('menu.transactions'), icon: List },
      ...areas,
    ],
  };
  return [account, ...others, publicPages];
}
