/** What needs another admin: a completion (or ruling) or a move of the price above a limit; the others always. */
export const approvalKinds = ['completion', 'reversal', 'role', 'price'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

/** The time another admin has to decide. */
export const approvalMinutes = 24 * 60;

/** Used instead of an approval's id: the action was above the limit, but there was no other admin. */
export const noSecondAdmin = 'no-second-admin';

/** Where a request stands. `granted`: approved, and being carried out. `lapsed`: impossible by now, approved or not. */
export const approvalStates = ['waiting', 'granted', 'fulfilled', 'lapsed', 'refused', 'expired'] as const;
export type ApprovalState = (typeof approvalStates)[number];
