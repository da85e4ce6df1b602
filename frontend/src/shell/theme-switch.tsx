import { useTexts } from '../i18n/index.ts';
import { chooseTheme, useTheme } from '../session/theme.ts';
import { IconButton } from '../ui/button.tsx';
import { useMedia } from '../ui/use-media.ts';

/** Toggles light and dark; the settings also offer to follow the device. */
export function ThemeSwitch() {
  const { t } = useTexts();
  const theme = useTheme();
  const isDeviceDark = useMedia('(prefers-color-scheme: dark)');
  const dark = theme === 'system' ? isDeviceDark : theme === 'dark';
  return (
    <IconButton
      label={dark ? t('shell.toLight') : t('shell.toDark')}
      onClick={() => chooseTheme(dark ? 'light' : 'dark')}
    >
      <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <circle cx="10" cy="10" r="6.5" fill="none" stroke="currentColor" strokeWidth="1.6" />
        <path d="M10 3.5a6.5 6.5 0 0 1 0 13z" fill="currentColor" />
      </svg>
    </IconButton>
  );
}
