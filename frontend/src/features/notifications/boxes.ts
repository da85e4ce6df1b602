import type { PanelSwitch } from '../../session/panel-switch.ts';

/** A member's own notifications, or those all admins are told. */
export type Box = 'own' | 'admins';

/** What turns the panel of a box on and off. */
export const switchOf = { own: 'notifications', admins: 'adminnotifications' } as const satisfies Record<
  Box,
  PanelSwitch
>;
