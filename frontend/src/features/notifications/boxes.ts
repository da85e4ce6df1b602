import type { PanelSwitch } from '../../session/panel-switch.ts';

/** A member's own notifications, or those for all admins. */
export type Box = 'own' | 'admins';

/** The setting that turns a box's panel on or off. */
export const switchOf = { own: 'notifications', admins: 'adminnotifications' } as const satisfies Record<
  Box,
  PanelSwitch
>;
