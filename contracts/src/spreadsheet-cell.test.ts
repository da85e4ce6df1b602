import { expect, test } from 'vitest';
import { spreadsheetCell } from './spreadsheet-cell.ts';

test.each(['=1+1', '+1', '-1+1', '-1.2.3', '@sum', '\tx', '\rx', '＝1', '＋1', '－1', '＠a'])(
  'a spreadsheet does not run %j',
  (text) => {
    expect(spreadsheetCell(text)).toBe(`'${text}`);
  },
);

test.each(['', '1', '-2.5000', '-3', 'a=b', '이름'])('%j stays as it is', (text) => {
  expect(spreadsheetCell(text)).toBe(text);
});
