import { chatEndpoints } from '@matgyo/contracts/endpoints/chat';
import { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { expect, it } from 'vitest';
import { chatRoutes } from './chat-routes.ts';

/** Each call goes by the name the contracts give it. */
const contracts: Readonly<Record<string, { readonly method: string; readonly path: string }>> = {
  ...chatEndpoints,
  trade: tradeEndpoints.trade,
  payment: tradeEndpoints.payment,
  markStep: tradeEndpoints.markStep,
  takeBackStep: tradeEndpoints.takeBackStep,
};

it.each(Object.entries(chatRoutes))('%s is where the contracts put it', (name, { method, path }) => {
  expect({ method, path }).toEqual({ method: contracts[name]?.method, path: contracts[name]?.path });
});
