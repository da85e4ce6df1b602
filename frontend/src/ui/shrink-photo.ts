/** Large enough to read an ID card; small enough to send by phone. */
const edgePxMax = 1600;
const jpegQuality = 0.85;

/** Photos of iPhones, which most other browsers cannot open. Some systems know no type for them, only the name. */
export const isHeic = (file: File): boolean =>
  /^image\/hei[cf]$/.test(file.type) || /\.hei[cf]$/i.test(file.name);

/** The picture as a JPEG of limited size, without location and camera data. Throws if it is no picture. */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, edgePxMax / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('this browser cannot draw');
    // Transparent areas would become black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob === null ? reject(new Error('the picture is too large')) : resolve(blob)),
        'image/jpeg',
        jpegQuality,
      );
    });
  } finally {
    bitmap.close();
  }
}
