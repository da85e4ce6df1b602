import { expect, it } from 'vitest';
import account from './texts/account.ts';
import cases from './texts/cases/index.ts';
import general from './texts/index.ts';

/**
 * Sentences of the specification for visitors and members, by translation key; those sent by the server are in the
 * contracts.
 */
it.each([
  // Section 2
  [general.menu.home, 'Home'],
  [general.menu.transactions, 'Transaction History'],
  [general.menu.myPage, 'My Page'],
  [general.footer.trade, 'Trade crypto'],
  [general.menu.sellOrder, 'Sell Tether'],
  [general.menu.buyOrder, 'Buy Tether'],
  [general.footer.support, 'Support'],
  [general.cancel.sellTitle, 'Are you sure you want to delete your Sell Order?'],
  [general.cancel.buyTitle, 'Are you sure you want to delete your Buy Order?'],
  [general.cancel.yes, 'Yes, Proceed'],
  [general.cancel.no, 'No, Cancel'],
  [general.status['In Progress'], 'In Progress'],
  [general.history.myOrders, 'My Orders'],
  [general.history.sortBy, 'Sort By'],
  [cases.inquiry.none, 'No new inquiry made yet'],
  [cases.inquiry.deleteTitle, 'Are you sure to the delete'],
  [general.okay, 'Okay'],
  [general.order.idCopied, 'ID copied to clipboard!'],
  // Section 5
  [account.signUp.nicknameCheckFailed, 'Unable to validate nickname. Please try again.'],
  [account.signUp.passwordDiffers, 'The password does not match the one previously entered.'],
  [general.code.badPaste, 'Invalid paste format. Please paste a 6-digit number.'],
  [general.place.krwInvalid, 'Please enter a valid KRW amount greater than 0.'],
  [general.place.usdtInvalid, 'USDT amount must be greater than 0.'],
  // Section 8
  [general.place.failed, 'Failed to submit order. Please try again.'],
  [general.verify.failed, 'An error occurred during verification. Please try again.'],
  [general.verify.resendFailed, 'Failed to resend OTP. Please try again.'],
  [general.code.smsFailed, 'Failed to send SMS.'],
  [general.code.smsResendFailed, 'Failed to resend SMS.'],
  [general.code.checkFailed, 'Error verifying code.'],
  [account.signUp.failed, 'Sign-up failed.'],
  [account.signUp.unanswered, 'An unexpected error occurred during sign-up.'],
  [general.notifications.loadFailed, 'Failed to fetch notifications'],
  [cases.inquiry.failed, 'Failed to submit inquiry'],
  [general.chat.loadFailed, 'Failed to fetch messages'],
  [cases.inquiry.sent, 'Your inquiry has been submitted.'],
])('%j is word for word what the specification says', ([, shown], specified) => {
  expect(shown).toBe(specified);
});
