/** Reversing a completed trade. */
export const reversals = {
  reversal: {
    reason: 'Reason for reversing',
    text: 'Details',
    byMistake: 'Completed by mistake',
    wrongAmount: 'Wrong amount or price',
    moneyReturned: 'Both returned what they received',
    fraud: 'Fraud or misuse found',
    agreed: 'Both parties agreed',
    feeBack: 'Fee given back',
    reverse: 'Reverse trade',
    reverseOf: 'Reverse the trade of {{amount}} USDT',
    effect:
      'The whole trade and its fee are taken out of the figures, dated today; past reports stay as they are. The members have to return the won and the USDT they sent.',
    textMissing: 'Please write why it is reversed.',
    takesTwo: 'Another admin has to approve a reversal. You can ask for it with what you have entered.',
    done: 'Trade reversed.',
    failed: 'The trade was not reversed',
    line: 'Reversal',
    count: '{{reversals}} reversals included',
  },
} as const;
