/** What does not move, and why. */
export const stuck = {
  stuck: {
    intro: 'Matches not finished within a minute, and halted read models. Refreshes every 5 seconds.',
    loadFailed: 'Delays could not be loaded',
    trades: 'Unfinished matches',
    noTrades: 'No delayed matches.',
    trade: 'Match',
    since: 'Delayed since',
    attempts: 'Attempts',
    unknown: 'Not known yet',
    readModels: 'Read models',
    lag: 'Delay',
    moves: 'Normal',
    haltedSince: 'Halted since {{at}}',
    retry: 'Retry {{what}}',
    retried: 'Retrying.',
    codes: {
      title: 'Daily limit of text messages',
      signUp: 'Sign-up',
      account: 'Password recovery and account verification',
      notice: 'Security messages',
      sent: '{{kind}}: {{sent}} of {{most}} sent within 24 hours',
    },
    log: 'Ledger',
    events: 'Records',
  },
  /** Why nothing is signed any more; in the order of what a reader should think of first. */
  signing: {
    title: 'Signing',
    refusedSince: 'Nothing has been signed since {{at}}',
    why: {
      witnessDisagrees: 'The last checkpoint in the database differs from the one in the external file.',
      checkpointNotGenuine: 'The newest checkpoint is not signed by a trusted key.',
      logCut: 'Records that were signed are missing.',
      logRewritten: 'Records that were signed have been rewritten.',
      chainBroken: 'A record does not follow from the one before it.',
      roomRewritten: 'A chat does not follow from its signed part.',
      headsChanged: 'The read model of stream heads does not match the records.',
    },
  },
} as const;
