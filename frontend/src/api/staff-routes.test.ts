import { auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import { deskEndpoints } from '@matgyo/contracts/endpoints/desk';
import { imageEndpoints } from '@matgyo/contracts/endpoints/images';
import { inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import { operationEndpoints } from '@matgyo/contracts/endpoints/operations';
import { priceEndpoints } from '@matgyo/contracts/endpoints/price';
import { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import { statsEndpoints } from '@matgyo/contracts/endpoints/stats';
import { tradeEndpoints } from '@matgyo/contracts/endpoints/trades';
import { expect, it } from 'vitest';
import { staffRoutes } from './staff-routes.ts';

/** Each call goes by the name the contracts give it. */
const contracts: Readonly<Record<string, { readonly method: string; readonly path: string }>> = {
  ...auditEndpoints,
  ...deskEndpoints,
  ...imageEndpoints,
  ...inquiryEndpoints,
  ...memberEndpoints,
  ...operationEndpoints,
  ...priceEndpoints,
  ...reportEndpoints,
  ...statsEndpoints,
  ...tradeEndpoints,
};

it.each(Object.entries(staffRoutes))('%s is where the contracts put it', (name, { method, path }) => {
  expect({ method, path }).toEqual({ method: contracts[name]?.method, path: contracts[name]?.path });
});
