import type { DeviceBrowser, DeviceSystem } from '@matgyo/contracts/devices';

/**
 * The browser and system a session was opened with. The header itself is not stored: it reveals more than a list of
 * devices needs.
 */
export interface Device {
  readonly browser: DeviceBrowser;
  readonly system: DeviceSystem;
}

/** In this order, because most browsers also name the one they are built on. */
const browsers: readonly (readonly [RegExp, DeviceBrowser])[] = [
  [/KAKAOTALK/i, 'kakaotalk'],
  [/Whale\//, 'whale'],
  [/SamsungBrowser\//, 'samsung'],
  [/Edg(e|A|iOS)?\//, 'edge'],
  [/OPR\/|Opera/, 'opera'],
  [/Firefox\/|FxiOS\//, 'firefox'],
  [/Chrome\/|CriOS\//, 'chrome'],
  [/Version\/.*Safari\//, 'safari'],
];

const systems: readonly (readonly [RegExp, DeviceSystem])[] = [
  [/iPhone|iPad|iPod/, 'ios'],
  [/Android/, 'android'],
  [/CrOS/, 'chromeos'],
  [/Windows/, 'windows'],
  [/Mac OS X|Macintosh/, 'macos'],
  [/Linux/, 'linux'],
];

/** From the header `User-Agent`, which the client can set freely. */
export function deviceOf(userAgent: string | undefined): Device {
  const text = (userAgent ?? '').slice(0, 500);
  const named = <Name>(names: readonly (readonly [RegExp, Name])[]): Name | undefined =>
    names.find(([pattern]) => pattern.test(text))?.[1];
  return { browser: named(browsers) ?? 'other', system: named(systems) ?? 'other' };
}
