export const proof = {
  challenge: {
    text: 'There are many requests right now, so this device solves a short task first. Your request then continues.',
    progress: 'Progress of the task',
  },
  stepUp: {
    title: 'Enter your password again',
    text: 'This is an important action, so please confirm that it is you. What you were doing then continues.',
    withCode: 'Use an authenticator code',
    withPassword: 'Use the password',
    confirm: 'Confirm and continue',
  },
  confirmAlone: {
    title: 'No other admin can check this',
    text: 'You are the only admin. The record will say that no one else checked it. Type the following to confirm.',
    label: 'The won or nickname above',
    wrong: 'This is not what is shown above.',
  },
  appCode: {
    label: 'Authenticator code',
    hint: 'If you can’t use the app, enter a recovery code.',
    back: 'Start over',
    intro: 'Enter the six-digit code from your authenticator app.',
  },
} as const;
