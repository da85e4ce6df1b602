import { documentationEndpoints } from '@matgyo/contracts/endpoints/documentation';
import { sessionCookie } from '../../../identity/sessions/authenticate.ts';
import { capability, type Route } from '../capability.ts';
import { cookieName } from '../cookie.ts';
import { StaticAnswer } from '../static-answer.ts';
import { openApiDocument } from './document.ts';

/** The endpoint that serves the OpenAPI document, itself included. */
export function documentationRoutes(routes: readonly Route[]): readonly Route[] {
  const documents = new Map<string, Promise<StaticAnswer>>();
  const own: readonly Route[] = capability(documentationEndpoints, {
    async openApi({ secure }) {
      const cookie = cookieName(sessionCookie, secure);
      const document = documents.get(cookie) ?? documentFor(cookie);
      documents.set(cookie, document);
      // A failed one is not kept.
      document.catch(() => documents.delete(cookie));
      return document;
    },
  });
  const documentFor = (cookie: string): Promise<StaticAnswer> => {
    const endpoints = [...routes, ...own].map(({ endpoint }) => endpoint);
    return StaticAnswer.of(Buffer.from(JSON.stringify(openApiDocument(endpoints, cookie))));
  };
  return own;
}
