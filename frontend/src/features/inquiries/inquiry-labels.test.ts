import { inquiryTitles, maxInquiryLength } from '@matgyo/contracts/endpoints/inquiries';
import { expect, it } from 'vitest';
import { mostCharacters, subjects } from './inquiry-labels.ts';

it('an inquiry may be as long, and about as much, as the server takes', () => {
  expect(mostCharacters).toBe(maxInquiryLength);
  expect(Object.values(subjects)).toEqual(inquiryTitles);
});
