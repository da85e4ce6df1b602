import { imageEndpoints } from '@matgyo/contracts/endpoints/images';
import type { MemberId } from '@matgyo/contracts/ids';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { countReading, type PersonalReadings } from '../../proof/audit/personal-readings.ts';
import type { Shared } from '../../shared.ts';
import type { Database } from '../database/tables.ts';
import { capability, type Route } from '../http/capability.ts';
import type { UploadedFile } from '../http/handler.ts';
import { apiPrefix } from '../http/mount.ts';
import { surroundingNetwork } from '../http/rate-limits.ts';
import { failure } from '../http/request-failure.ts';

type ImageDependencies = PersonalReadings & Pick<Shared, 'images' | 'sealedRows'>;

export const idImageUrl = (memberId: MemberId): string => `${apiPrefix}/user/${memberId}/image`;

const uploadUrl = (id: string): string => `${apiPrefix}/upload/${id}`;
const uploadUrlPattern = /\/upload\/([0-9a-f]{32})$/;

/** The image id in an upload's URL; undefined for any other text. */
export const uploadedImageId = (url: string): string | undefined => uploadUrlPattern.exec(url)?.[1];

/**
 * Unclaimed images of all visitors together, which bounds the disk they use. The oldest are deleted, so that sign-up
 * keeps working.
 */
const unclaimedMax = 1_000;

export function imageRoutes(deps: ImageDependencies): readonly Route[] {
  const { db, images, sealedRows } = deps;
  return capability(imageEndpoints, {
    async upload({ file, ip }) {
      const id = await images.add(bytesOf(file), { visitorsNetwork: surroundingNetwork(ip) });
      await images.keepNewestUnclaimed(unclaimedMax);
      return { url: uploadUrl(id) };
    },

    async replaceIdImage({ params, file, caller, requestId }) {
      const memberId = await existingMember(db, params.id);
      const id = await images.add(bytesOf(file), { memberId: caller.memberId });
      await images.replace(id, memberId, async (trx) => {
        await recordAudit(trx, {
          actor: caller,
          action: 'id-image-replaced',
          subjectId: memberId,
          requestId,
        });
        await sealedRows.enter(trx, { 'app.images': [memberId] });
      });
      return { imageUrl: idImageUrl(memberId) };
    },

    async idImage({ params, caller, requestId, reply }) {
      await countReading(deps, 'idImagesOf', { caller, requestId });
      const memberId = await existingMember(db, params.id);
      // The record comes first: no view goes unrecorded.
      await recordAudit(db, { actor: caller, action: 'id-image-viewed', subjectId: memberId, requestId });
      const bytes = await images.ofMember(memberId);
      if (bytes === undefined) throw failure('NOT_FOUND');
      reply.header('Content-Disposition', 'inline; filename="id.jpg"');
      return bytes;
    },
  });
}

function bytesOf(file: UploadedFile | undefined): Buffer {
  if (file === undefined) throw failure('IMAGE_REQUIRED');
  return file.bytes;
}

async function existingMember(db: Database, id: string): Promise<MemberId> {
  const row = await db
    .selectFrom('app.members')
    .select('id')
    .where('id', '=', id as MemberId)
    .executeTakeFirstOrThrow(() => failure('MEMBER_NOT_FOUND'));
  return row.id;
}
