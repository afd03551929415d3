/** Pictures made small enough to be kept on this device. */

const QUALITY = 0.75;

/** A picture file as a `data:` address, at most so many pixels along its longer edge. */
export async function shrink(file: File, pixels: number): Promise<string> {
  const image = await createImageBitmap(file);
  const scale = Math.min(1, pixels / Math.max(image.width, image.height));
  return draw(
    image,
    Math.round(image.width * scale),
    Math.round(image.height * scale),
    'image/jpeg',
  );
}

/** The middle of a picture as a square of so many pixels; what is clear stays so. */
export async function shrinkSquare(file: File, pixels: number): Promise<string> {
  const image = await createImageBitmap(file);
  const edge = Math.min(image.width, image.height);
  const [left, top] = [(image.width - edge) / 2, (image.height - edge) / 2];
  const middle = await createImageBitmap(image, left, top, edge, edge);
  return draw(middle, pixels, pixels, 'image/webp');
}

function draw(image: ImageBitmap, width: number, height: number, type: string): string {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return canvas.toDataURL(type, QUALITY);
}
