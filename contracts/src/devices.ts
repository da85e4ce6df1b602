/** Browsers and systems in the list of signed-in devices; the client has their labels. */
export const deviceBrowsers = [
  'chrome',
  'edge',
  'safari',
  'firefox',
  'samsung',
  'whale',
  'opera',
  'kakaotalk',
  'other',
] as const;
export type DeviceBrowser = (typeof deviceBrowsers)[number];

export const deviceSystems = ['windows', 'macos', 'ios', 'android', 'chromeos', 'linux', 'other'] as const;
export type DeviceSystem = (typeof deviceSystems)[number];
