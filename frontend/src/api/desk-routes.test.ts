import { auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import { deskEndpoints } from '@matgyo/contracts/endpoints/desk';
import { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import { operationEndpoints } from '@matgyo/contracts/endpoints/operations';
import { buyOrderEndpoints, sellOrderEndpoints } from '@matgyo/contracts/endpoints/orders';
import { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { expect, it } from 'vitest';
import { deskRoutes } from './desk-routes.ts';

interface Place {
  readonly method: string;
  readonly path: string;
}

const { sell, buy, ...single } = deskRoutes;

const calls = (routes: Readonly<Record<string, Place>>, contracts: Readonly<Record<string, Place>>) =>
  Object.entries(routes).map(([name, { method, path }]) => ({
    name,
    method,
    path,
    contract: contracts[name],
  }));

it.each([
  ...calls(single, {
    ...auditEndpoints,
    ...deskEndpoints,
    ...memberEndpoints,
    ...operationEndpoints,
    ...tradeEndpoints,
  }),
  ...calls(sell, sellOrderEndpoints),
  ...calls(buy, buyOrderEndpoints),
])('$name is where the contracts put it: $path', ({ method, path, contract }) => {
  expect({ method, path }).toEqual({ method: contract?.method, path: contract?.path });
});
