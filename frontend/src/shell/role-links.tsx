import { useTexts } from '../i18n/index.ts';
import { useSession } from '../session/session.ts';
import { ButtonLink } from '../ui/button.tsx';

/** Paths and names of the areas for the user's roles. */
export function useStaffAreas(): readonly { readonly to: string; readonly label: string }[] {
  const { t } = useTexts();
  const session = useSession();
  return [
    ...(session?.admin === true ? [{ to: '/admin/dashboard', label: t('role.admin') }] : []),
    ...(session?.manager === true ? [{ to: '/manager/dashboard', label: t('role.manager') }] : []),
  ];
}

/** The navigation bar's links to the areas. */
export function RoleLinks() {
  return useStaffAreas().map(({ to, label }) => (
    <ButtonLink key={to} to={to} size="medium">
      {label}
    </ButtonLink>
  ));
}
