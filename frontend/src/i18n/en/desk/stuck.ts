/** What does not move, and why. */
export const stuck = {
  stuck: {
    intro: 'Matches not finished within a minute, and halted read models. Refreshes every 5 seconds.',
    loadFailed: 'Delays could not be loaded',
    trades: 'Unfinished matches',
    noTrades: 'No delayed matches.',
    trade: 'Match',
    state: 'State',
    since: 'Delayed since',
    attempts: 'Attempts',
    cause: 'Reason',
    unknown: 'Not known yet',
    readModels: 'Read models',
    name: 'Name',
    version: 'Version',
    lag: 'Delay',
    moves: 'Normal',
    haltedSince: 'Halted since {{at}}',
    retry: 'Retry {{what}}',
    retried: 'Retrying.',
    log: 'Ledger',
    events: 'Records',
    lastEvent: 'Last record',
  },
  /** Why nothing is signed any more; in the order of what a reader should think of first. */
  signing: {
    title: 'Signing',
    refusedSince: 'Nothing has been signed since {{at}}',
    why: {
      witnessDisagrees: 'The database does not hold the last checkpoint as the file outside it does.',
      checkpointNotGenuine: 'The newest checkpoint is not signed by a trusted key.',
      logCut: 'Records that were signed are missing.',
      logRewritten: 'Records that were signed have been rewritten.',
      chainBroken: 'A record does not continue the ones before it.',
      headsChanged: 'The read model of stream ends does not match the records.',
    },
  },
} as const;
