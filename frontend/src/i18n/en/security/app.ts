export const app = {
  app: {
    title: 'Authenticator app',
    text: 'After your password, a six-digit code from an app on your phone confirms that it’s you. No one can sign in with your password alone.',
    loadFailed: 'Your authenticator app couldn’t be loaded',
    required: 'Register an authenticator app to use your admin or manager role.',
    register: 'Register an app',
    scan: 'Scan the QR code with an authenticator app such as Google Authenticator, then enter the six digits it shows.',
    qr: 'QR code to register the authenticator app',
    key: 'If you can’t scan it, enter this key in the app',
    copyKey: 'Copy the key',
    copied: 'Copied',
    code: 'Six-digit code from the app',
    confirm: 'Register',
    othersEnd: 'Registering signs you out on other devices.',
    recoveryTitle: 'Recovery codes',
    recoveryText:
      'Each one works once in place of a code when you can’t use the app. They are shown only now: keep them in a safe place.',
    copyCodes: 'Copy the recovery codes',
    recoverySaved: 'I have saved them',
    since: 'In use since {{at}}',
    codesLeft: 'Recovery codes left: {{left}}',
    remove: 'Remove the app',
    removeTitle: 'Remove the authenticator app?',
    removeText:
      'You will sign in with your password only, are signed out on other devices, and your recovery codes stop working.',
    removed: 'The authenticator app was removed',
  },
} as const;
