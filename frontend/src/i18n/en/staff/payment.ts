/** The steps of a match's payment as admins see them, and the time for each. */
export const payment = {
  marks: {
    title: 'Payment steps',
    byAdmin: 'marked by an admin',
    undone: 'undone',
    reason: 'Not all steps are marked. Select why the trade is complete.',
    reasonMissing: 'Select a reason to complete the trade. It goes on the record.',
  },
  window: {
    change: 'Change time',
    title: 'Change the time for this step?',
    how: 'How',
    extend: 'Extend',
    pause: 'Pause',
    resume: 'Resume',
    minutes: 'Minutes to add',
    minutesInvalid: 'Enter 1 to 1,440 minutes',
    extendBy: 'Extend by {{minutes}} min',
    until: 'The time then ends at {{until}}.',
    reason: 'Select a reason',
    done: 'Time changed.',
    failed: 'The time could not be changed. Please try again.',
  },
} as const;
