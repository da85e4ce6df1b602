import { inquiryLengthMax, inquiryTitles } from '@matgyo/contracts/endpoints/inquiries';
import { expect, it } from 'vitest';
import { charactersMax, subjects } from './inquiry-labels.ts';

it('the length limit and subjects are those of the contracts', () => {
  expect(charactersMax).toBe(inquiryLengthMax);
  expect(Object.values(subjects)).toEqual(inquiryTitles);
});
