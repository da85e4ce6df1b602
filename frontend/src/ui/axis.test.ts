import { expect, it } from 'vitest';
import { axisBottom, axisTop, grownScale } from './axis.ts';

it.each([
  [['0'], 1],
  [['0.4', '0.2'], 0.5],
  [['91.8350', '41.2741'], 100],
  [['100'], 100],
  [['100.0001'], 200],
  [['6100'], 10_000],
])('an axis ends at the first round figure the highest of %j fits under', (values, top) => {
  expect(axisTop(values)).toBe(top);
});

it.each([
  [['0', '5'], 0],
  [['-3', '100'], -5],
  [['-0.4'], -0.5],
])('an axis begins at the round figure below the lowest of %j, or at zero', (values, bottom) => {
  expect(axisBottom(values)).toBe(bottom);
});

it.each([
  ['0', 80_000],
  ['80000', 80_000],
  ['80000.0001', 160_000],
  ['170000', 400_000],
  ['500000', 800_000],
  ['900000', 1_600_000],
])('a scale of 80,000 grows for %s to %d', (value, scale) => {
  expect(grownScale(value, 80_000)).toBe(scale);
});
