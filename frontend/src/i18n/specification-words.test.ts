import { expect, it } from 'vitest';
import { allTexts } from '../../test/all-texts.ts';

/**
 * Sentences of the specification for visitors and members, by translation key; those sent by the server are in the
 * contracts.
 */
it.each([
  // Section 2
  ['menu.home', 'Home'],
  ['menu.transactions', 'Transaction History'],
  ['menu.myPage', 'My Page'],
  ['footer.trade', 'Trade crypto'],
  ['menu.order.sell', 'Sell Tether'],
  ['menu.order.buy', 'Buy Tether'],
  ['footer.support', 'Support'],
  ['cancel.title.sell', 'Are you sure you want to delete your Sell Order?'],
  ['cancel.title.buy', 'Are you sure you want to delete your Buy Order?'],
  ['cancel.yes', 'Yes, Proceed'],
  ['cancel.no', 'No, Cancel'],
  ['status.In Progress', 'In Progress'],
  ['history.myOrders', 'My Orders'],
  ['history.sortBy', 'Sort By'],
  ['inquiry.none', 'No new inquiry made yet'],
  ['inquiry.deleteTitle', 'Are you sure to the delete'],
  ['okay', 'Okay'],
  ['order.idCopied', 'ID copied to clipboard!'],
  // Section 5
  ['signUp.nicknameCheckFailed', 'Unable to validate nickname. Please try again.'],
  ['signUp.passwordDiffers', 'The password does not match the one previously entered.'],
  ['code.badPaste', 'Invalid paste format. Please paste a 6-digit number.'],
  ['place.krwInvalid', 'Please enter a valid KRW amount greater than 0.'],
  ['place.usdtInvalid', 'USDT amount must be greater than 0.'],
  // Section 8
  ['place.failed', 'Failed to submit order. Please try again.'],
  ['verify.failed', 'An error occurred during verification. Please try again.'],
  ['verify.resendFailed', 'Failed to resend OTP. Please try again.'],
  ['code.smsFailed', 'Failed to send SMS.'],
  ['code.smsResendFailed', 'Failed to resend SMS.'],
  ['code.checkFailed', 'Error verifying code.'],
  ['signUp.failed', 'Sign-up failed.'],
  ['signUp.unanswered', 'An unexpected error occurred during sign-up.'],
  ['notifications.loadFailed', 'Failed to fetch notifications'],
  ['inquiry.failed', 'Failed to submit inquiry'],
  ['chat.loadFailed', 'Failed to fetch messages'],
  ['inquiry.sent', 'Your inquiry has been submitted.'],
])('%s is word for word what the specification says', (key, specified) => {
  expect(allTexts.en.get(key)).toBe(specified);
});
