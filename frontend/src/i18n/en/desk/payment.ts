/** The steps of a match's payment as admins see them, and the time for each. */
export const payment = {
  window: {
    overdue: 'Overdue',
  },
} as const;
