import { documentationEndpoints } from '@matgyo/contracts/endpoints/documentation';
import { sessionCookie } from '../../../identity/sessions/authenticate.ts';
import { capability, type Route } from '../capability.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';

/** The endpoint that serves the OpenAPI document, itself included. */
export function documentationRoutes(routes: readonly Route[]): readonly Route[] {
  let document: OpenApiDocument | undefined;
  const own = capability(documentationEndpoints, {
    async openApi() {
      const endpoints = [...routes, ...own].map(({ endpoint }) => endpoint);
      document ??= openApiDocument(endpoints, sessionCookie);
      return { ...document };
    },
  });
  return own;
}
