/** Long enough an edge to read the card by; short enough to send over a phone line. */
const longestEdgePx = 1600;
const jpegQuality = 0.85;

/** The picture as a JPEG no larger than needed, without the place and camera a phone writes into it. Throws when it is no picture. */
export async function shrinkPhoto(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, longestEdgePx / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('this browser cannot draw');
    // A transparent picture would come out black.
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
