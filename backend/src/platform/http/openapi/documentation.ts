import { documentationEndpoints } from '@matgyo/contracts/endpoints/documentation';
import { sessionCookie } from '../../../identity/sessions/authenticate.ts';
import { capability, type Route } from '../capability.ts';
import { cookieName } from '../cookie.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';

/** The endpoint that serves the OpenAPI document, itself included. */
export function documentationRoutes(routes: readonly Route[]): readonly Route[] {
  const documents = new Map<string, OpenApiDocument>();
  const own: readonly Route[] = capability(documentationEndpoints, {
    async openApi({ secure }) {
      const cookie = cookieName(sessionCookie, secure);
      const endpoints = [...routes, ...own].map(({ endpoint }) => endpoint);
      const document = documents.get(cookie) ?? openApiDocument(endpoints, cookie);
      documents.set(cookie, document);
      return { ...document };
    },
  });
  return own;
}
