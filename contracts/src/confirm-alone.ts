import { ungrouped } from './typed-won.ts';

/** Whether the only admin has typed what confirms an action. Amounts may be grouped. */
export const isConfirmed = (typed: string | undefined, wanted: string): boolean =>
  typed !== undefined && (typed.trim() === wanted || ungrouped(typed) === wanted);
