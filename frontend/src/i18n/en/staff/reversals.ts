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
    line: 'Reversal',
    count: '{{reversals}} reversals included',
  },
} as const;
