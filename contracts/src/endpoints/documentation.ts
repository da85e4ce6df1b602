import { z } from 'zod';
import { documentationPaths } from '../paths/documentation.ts';
import { endpoint } from './endpoint.ts';

export const documentationEndpoints = {
  openApi: endpoint(documentationPaths.openApi, {
    summary: 'This document: every call in OpenAPI 3.1. `/api/v1/docs` shows it as a page.',
    response: z.looseObject({ openapi: z.string() }),
  }),
} as const;
