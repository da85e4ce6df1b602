/** Reversing a completed trade. */
export const reversals = {
  reversal: {
    reason: 'Reason for reversing',
    text: 'Details',
    feeBack: 'Fee given back',
    reverse: 'Reverse trade',
    reverseOf: 'Reverse the trade of {{amount}} USDT',
    effect:
      'The whole trade and its fee are taken out of the figures, dated today; past reports stay as they are. The members have to return the won and the USDT they sent.',
    final: 'A reversal cannot be undone.',
    textMissing: 'Please write why it is reversed.',
    alone: 'There is no other admin to approve this. To reverse the trade now, type "{{word}}".',
    word: 'reverse',
    wordMissing: 'Please type "{{word}}".',
    done: 'Trade reversed.',
    failed: 'The trade was not reversed',
    line: 'Reversal',
    count: 'Reversals included: {{reversals}}',
  },
} as const;
