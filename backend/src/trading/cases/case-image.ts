import { hash } from 'node:crypto';
import type { caseEndpoints } from '@matgyo/contracts/endpoints/cases';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure, RequestFailure } from '../../platform/http/request-failure.ts';
import type { CaseDependencies } from './case-dependencies.ts';
import { tradeOfCase } from './find-case.ts';

/** `GET /case-images/:id`: for readers of the case, and only the original statement's image. */
export const caseImageCall =
  ({ db, images }: CaseDependencies) =>
  async ({ caller, params, reply }: HandlerRequest<typeof caseEndpoints.image>) => {
    const row = await db
      .selectFrom('app.case_statements')
      .select(['case_id', 'image_sha256'])
      .where('image_id', '=', params.id)
      .executeTakeFirst();
    if (row === undefined || row.case_id === null) throw failure('NOT_FOUND');
    await tradeOfCase(db, row.case_id, caller).catch((error: unknown) => {
      // The reply does not reveal whether the case exists; a database outage is reported as such.
      throw error instanceof RequestFailure ? failure('NOT_FOUND') : error;
    });
    const bytes = await images.read(params.id);
    if (bytes === undefined || hash('sha256', bytes) !== row.image_sha256) throw failure('NOT_FOUND');
    reply.header('Cache-Control', 'no-store');
    reply.header('Content-Disposition', 'inline; filename="evidence.jpg"');
    return bytes;
  };
