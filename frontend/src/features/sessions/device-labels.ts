import type { DeviceBrowser, DeviceSystem } from '@matgyo/contracts/devices';
import type { DeviceView } from '@matgyo/contracts/endpoints/sessions';
import { useTexts } from '../../i18n/index.ts';

/** `Chrome · Windows`, in the reader's language where a name has one. */
export function useDeviceName(): (device: Pick<DeviceView, 'browser' | 'system'>) => string {
  const { t } = useTexts();
  const browsers: Record<DeviceBrowser, string> = {
    chrome: 'Chrome',
    edge: 'Edge',
    safari: 'Safari',
    firefox: 'Firefox',
    opera: 'Opera',
    samsung: t('devices.samsung'),
    whale: t('devices.whale'),
    kakaotalk: t('devices.kakaotalk'),
    other: t('devices.otherBrowser'),
  };
  const systems: Record<DeviceSystem, string> = {
    windows: 'Windows',
    macos: 'macOS',
    ios: 'iOS',
    android: 'Android',
    chromeos: 'ChromeOS',
    linux: 'Linux',
    other: t('devices.otherSystem'),
  };
  return ({ browser, system }) =>
    browser === 'other' && system === 'other'
      ? t('devices.unknown')
      : `${browsers[browser]} · ${systems[system]}`;
}
