import { get, post, remove } from './call-path.ts';

export const casePaths = {
  openCase: post('signed-in', '/trades/:id/cases'),
  cases: get('signed-in', '/cases'),
  case: get('signed-in', '/cases/:id'),
  addStatement: post('signed-in', '/cases/:id/statements'),
  image: get('signed-in', '/case-images/:id'),
  withdraw: post('signed-in', '/cases/:id/withdraw'),
  take: post('admin', '/cases/:id/take'),
  release: remove('admin', '/cases/:id/take'),
  rule: post('admin', '/cases/:id/ruling'),
  appeal: post('signed-in', '/cases/:id/appeal'),
  ruleOnAppeal: post('admin', '/cases/:id/appeal/ruling'),
};
