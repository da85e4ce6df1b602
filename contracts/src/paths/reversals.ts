import { post } from './call-path.ts';

export const reversalPaths = { reverse: post('admin', '/trades/:id/reversal') };
