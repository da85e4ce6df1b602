import { z } from 'zod';
import { imagePaths } from '../paths/images.ts';
import { endpoint, jpegFile } from './endpoint.ts';
import { imageBytesMax } from './members.ts';

const memberParams = z.object({ id: z.string().max(100) });

export const imageEndpoints = {
  upload: endpoint(imagePaths.upload, {
    summary:
      'Uploads an image before its form. The url refers to it in that form and cannot be fetched; after an hour it is deleted unless a form has used it.',
    upload: { field: 'file', required: true, bytesMax: imageBytesMax },
    response: z.object({ url: z.string() }),
    success: 201,
    errors: ['IMAGE_REQUIRED', 'IMAGE_INVALID'],
  }),
  replaceIdImage: endpoint(imagePaths.replaceIdImage, {
    summary: "Replaces a member's ID photo.",
    params: memberParams,
    upload: { field: 'file', required: true, bytesMax: imageBytesMax },
    stepUp: true,
    response: z.object({ imageUrl: z.string() }),
    errors: ['MEMBER_NOT_FOUND', 'IMAGE_REQUIRED', 'IMAGE_INVALID'],
  }),
  idImage: endpoint(imagePaths.idImage, {
    summary: "A member's ID photo. Each view is recorded.",
    params: memberParams,
    stepUp: true,
    ...jpegFile,
    errors: ['MEMBER_NOT_FOUND'],
  }),
} as const;
