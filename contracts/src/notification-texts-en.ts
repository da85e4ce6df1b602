import type { NotificationText } from './notification-texts.ts';

/** By the notification's code. */
export const englishTexts = {
  ORDER_PLACED: ({ nickname, order, about }) =>
    nickname ? `${nickname} placed a ${order}${about}` : `A new ${order} was placed${about}`,
  ORDER_APPROVED: ({ order, about }) => `Your ${order} was approved${about}. You will be notified of a match`,
  ORDER_REJECTED: ({ order, about, reason }) =>
    `Your ${order} was rejected${about}${reason ? `. Reason: ${reason}` : ''}`,
  ORDER_CANCELLED: ({ order, about }) => `An admin cancelled your ${order}${about}`,
  ORDER_MATCHED: ({ side, order, about, prices }) =>
    `Your ${order} was matched${about}${prices ? `. Your price was ${prices.order} won, the match is at ${prices.match} won` : ''}${side === 'buy' ? '. Please send the won in time' : '. You will be notified when the buyer sends the won'}`,
  CONSENT_ASKED: ({ order, about, prices, until }) =>
    `A match at another price was proposed for your ${order}${about}${prices ? `. Your price is ${prices.order} won, the proposed price is ${prices.match} won` : ''}. Please accept or decline ${until ? `by ${until} (KST)` : 'in time'}`,
  CONSENT_ENDED: ({ order, about }) => `The match proposed for a ${order} was not made${about}`,
  MATCH_COMPLETED: ({ trade, about }) => `Your ${trade} is complete${about}`,
  TRADE_REVERSED: ({ trade, about }) => `An admin reversed your completed ${trade}${about}. See “My trades”`,
  MATCH_CANCELLED: ({ order, about }) =>
    `A match of your ${order} was cancelled${about}. The order is open again`,
  MATCH_UNPAID: ({ order, about }) =>
    `A match of your ${order} was cancelled because the won payment was not marked as sent in time${about}. The order is open again`,
  // An admin may have marked it: then who owed it reads this, too.
  PAYMENT_SENT: ({ side, about }) =>
    side === 'sell'
      ? `The buyer has sent the won${about}. Please check your account`
      : `The won payment was marked as sent${about}`,
  PAYMENT_RECEIVED: ({ side, about }) =>
    side === 'sell'
      ? `An admin marked the won payment as received${about}. Check your account before you send the USDT to the buyer`
      : `The won payment was marked as received${about}. You will be notified when the seller sends the USDT`,
  TETHER_SENT: ({ side, about }) =>
    side === 'buy'
      ? `The seller has sent the USDT${about}. Please check your wallet`
      : `The USDT transfer was marked as sent${about}`,
  TETHER_RECEIVED: ({ about }) =>
    `The USDT transfer was marked as received${about}. You will be notified when an admin completes the trade`,
  READY_TO_COMPLETE: ({ about }) => `All steps of the payment are marked${about}. Please complete the trade`,
  TRANSFER_IN_DOUBT: ({ about }) =>
    `The USDT transfer could not be confirmed on Solana. Please check the trade${about}`,
  STEP_UNDONE: ({ about }) => `The mark of the last step was undone${about}`,
  TIME_EXPIRED: ({ about }) => `The time for the next step is up${about}`,
  TIME_PAUSED: ({ about }) => `An admin paused the time for the next step${about}`,
  TIME_RESUMED: ({ about }) => `The time for the next step is running again${about}`,
  TIME_EXTENDED: ({ about }) => `An admin added time for the next step${about}`,
  CASE_OPENED: ({ about }) => `A dispute was opened${about}`,
  CASE_ANSWERED: ({ about }) => `There is a new statement in the dispute${about}`,
  CASE_TAKEN: ({ about }) => `An admin is now looking into the dispute${about}`,
  CASE_WITHDRAWN: ({ about }) => `The dispute was dropped${about}`,
  CASE_RULED: ({ about }) => `There is a ruling in the dispute${about}`,
  CASE_APPEALED: ({ about }) => `There is an appeal against a ruling${about}`,
  // Of earlier versions, until the read model is rebuilt.
  CASE_APPEAL_RULED: ({ about }) => `The appeal was decided${about}`,
  CASE_APPEAL_CONFIRMED: ({ about }) => `The appeal was decided: the ruling stands${about}`,
  CASE_APPEAL_OVERTURNED: ({ about }) => `The appeal succeeded: the ruling was overturned${about}`,
  MEMBER_REGISTERED: ({ nickname }) => (nickname ? `${nickname} signed up` : 'A new member signed up'),
  ACCOUNT_ACTIVATED: () => 'Your account is active. You can place orders now',
  ACCOUNT_DEACTIVATED: () =>
    'Your account is no longer active. Ask in the support chat if you have questions',
  ROLE_GRANTED: ({ role }) => `You were granted ${role ?? 'a new'} role. Sign in again to use it`,
  ROLE_REVOKED: ({ role }) => (role ? `You no longer have ${role} role` : 'One of your roles was removed'),
  PAYOUT_CHANGED: () =>
    'Your bank account or wallet was changed and is not in use yet. Confirm it, or reject it if you did not request this',
  PAYOUT_APPROVED: () =>
    'An admin approved the change of your bank account or wallet, and it is now in use. If you did not request this, tell us in the support chat right away',
  PAYOUT_REJECTED: ({ nickname, isForAdmin }) =>
    isForAdmin
      ? `${nickname ?? 'A member'} rejected a change of bank account or wallet`
      : 'The change of your bank account or wallet was cancelled. The previous details stay in use',
  PAYOUT_APPROVABLE: ({ nickname }) =>
    `A change of a member’s bank account or wallet${nickname ? ` by ${nickname}` : ''} can be approved now`,
  READ_LIMIT_REACHED: ({ nickname }) =>
    `${nickname ?? 'An admin or manager'} reached the limit for ID photos or other personal data. Check the audit log`,
  APPROVAL_REQUESTED: ({ nickname }) =>
    nickname ? `${nickname} requested an approval` : 'A request needs your approval',
  APPROVAL_GRANTED: () => 'Another admin approved your request',
  APPROVAL_REFUSED: () => 'Another admin refused your request',
  APPROVAL_EXPIRED: () => 'Your approval request has expired',
  APPROVAL_LAPSED: () => 'Your approval request ended because something changed. Nothing was done',
  INQUIRY_SUBMITTED: ({ nickname, inquiry }) =>
    `${nickname ? `${nickname} sent an inquiry` : 'A new inquiry was submitted'}${inquiry}`,
  INQUIRY_ANSWERED: ({ inquiry }) => `Your inquiry was answered${inquiry}`,
  CHAT_STARTED: ({ nickname, about }) =>
    `${nickname ? `${nickname} started a chat` : 'A new chat was started'}${about}`,
} satisfies Readonly<Record<string, NotificationText>>;
