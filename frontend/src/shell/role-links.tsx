import { useTexts } from '../i18n/index.ts';
import { useSession } from '../session/session.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Where the areas of this person's roles are, and what they are called. */
export function useStaffAreas(): readonly { readonly to: string; readonly label: string }[] {
  const { t } = useTexts();
  const session = useSession();
  return [
    ...(session?.admin === true ? [{ to: '/admin/dashboard', label: t('menu.admin') }] : []),
    ...(session?.manager === true ? [{ to: '/manager/dashboard', label: t('menu.manager') }] : []),
  ];
}

/** The navigation bar's way to the areas, for whom there is one. */
export function RoleLinks() {
  return useStaffAreas().map(({ to, label }) => (
    <ButtonLink key={to} to={to} size="medium">
      {label}
    </ButtonLink>
  ));
}
