/** The steps of a match's payment as admins see them, and the time for each. */
export const payment = {
  marks: {
    title: 'Payment steps',
    byAdmin: 'for the party',
    undone: 'undone',
    reason: 'Not all steps are marked. Select why the trade is complete.',
    confirmedInChat: 'Confirmed in the chat',
    confirmedByPhone: 'Confirmed by phone',
    confirmedElsewhere: 'Confirmed elsewhere',
  },
  window: {
    overdue: 'Overdue',
  },
} as const;
