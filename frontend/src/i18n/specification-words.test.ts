import { expect, it } from 'vitest';
import enAccount from './en/account.ts';
import enCases from './en/cases.ts';
import en from './en/index.ts';

/**
 * Sentences of the specification for visitors and members, by translation key; those sent by the server are in the
 * contracts.
 */
it.each([
  // Section 2
  [en.menu.home, 'Home'],
  [en.menu.transactions, 'Transaction History'],
  [en.menu.myPage, 'My Page'],
  [en.footer.trade, 'Trade crypto'],
  [en.menu.sellOrder, 'Sell Tether'],
  [en.menu.buyOrder, 'Buy Tether'],
  [en.footer.support, 'Support'],
  [en.cancel.sellTitle, 'Are you sure you want to delete your Sell Order?'],
  [en.cancel.buyTitle, 'Are you sure you want to delete your Buy Order?'],
  [en.cancel.yes, 'Yes, Proceed'],
  [en.cancel.no, 'No, Cancel'],
  [en.status['In Progress'], 'In Progress'],
  [en.history.myOrders, 'My Orders'],
  [en.history.sortBy, 'Sort By'],
  [enCases.inquiry.none, 'No new inquiry made yet'],
  [enCases.inquiry.deleteTitle, 'Are you sure to the delete'],
  [en.okay, 'Okay'],
  [en.order.idCopied, 'ID copied to clipboard!'],
  // Section 5
  [enAccount.signUp.nicknameCheckFailed, 'Unable to validate nickname. Please try again.'],
  [enAccount.signUp.passwordDiffers, 'The password does not match the one previously entered.'],
  [en.code.badPaste, 'Invalid paste format. Please paste a 6-digit number.'],
  [en.place.krwInvalid, 'Please enter a valid KRW amount greater than 0.'],
  [en.place.usdtInvalid, 'USDT amount must be greater than 0.'],
  // Section 8
  [en.place.failed, 'Failed to submit order. Please try again.'],
  [en.verify.failed, 'An error occurred during verification. Please try again.'],
  [en.verify.resendFailed, 'Failed to resend OTP. Please try again.'],
  [en.code.smsFailed, 'Failed to send SMS.'],
  [en.code.smsResendFailed, 'Failed to resend SMS.'],
  [en.code.checkFailed, 'Error verifying code.'],
  [enAccount.signUp.failed, 'Sign-up failed.'],
  [enAccount.signUp.unanswered, 'An unexpected error occurred during sign-up.'],
  [en.notifications.loadFailed, 'Failed to fetch notifications'],
  [enCases.inquiry.failed, 'Failed to submit inquiry'],
  [en.chat.loadFailed, 'Failed to fetch messages'],
  [enCases.inquiry.sent, 'Your inquiry has been submitted.'],
])('%s is word for word what the specification says', (shown, specified) => {
  expect(shown).toBe(specified);
});
