/**
 * Decided events that nothing appends before they state their approval, or why they had none: `withApproval` and
 * `withRoleApproval` make events of them.
 */
export interface Unapproved<Event> {
  readonly unapproved: readonly Event[];
}
