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

test('disarms formulas behind a semicolon, which some languages’ spreadsheets take for the end of a cell', () => {
  expect(spreadsheetCell('A;=1+1;')).toBe("A;'=1+1;");
  expect(spreadsheetCell('A; "@SUM(1);-2')).toBe("A; \"'@SUM(1);'-2");
  expect(spreadsheetCell('=1;=2')).toBe("'=1;'=2");
  expect(spreadsheetCell('A;B-1')).toBe('A;B-1');
});

test('disarms formulas behind a line break, which ends the row where the comma does not separate cells', () => {
  expect(spreadsheetCell('A\n=1+1')).toBe("A\n'=1+1");
  expect(spreadsheetCell('A\r\n "=1')).toBe('A\r\n "\'=1');
  expect(spreadsheetCell('\r=1')).toBe("'\r'=1");
  expect(spreadsheetCell('A\nB-1')).toBe('A\nB-1');
});

test('disarms a long cell of tabs before the test times out: the time grows with its length only', () => {
  const tabs = 300_000;
  const isDisarmed = spreadsheetCell(`;${'\t'.repeat(tabs)}`) === `;${"'\t".repeat(tabs)}`;
  expect(isDisarmed).toBe(true);
});
