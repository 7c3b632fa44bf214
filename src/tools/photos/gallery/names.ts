/** "Photo 12, “Behind the tub wall”". */
export const callPhoto = (number: number, caption: string): string =>
  caption ? `Photo ${number}, “${caption}”` : `Photo ${number}`;

/**
 * The name of a photo's file without its ending: the day, its place in the gallery, its caption.
 * @param safe makes any text a part of a name that every system can store
 */
export const fileNameOf = (
  photo: { readonly day: string; readonly number: number; readonly caption: string },
  safe: (name: string, fallback: string) => string,
): string => safe(`${photo.day} ${String(photo.number).padStart(3, "0")} ${photo.caption}`.trim(), "photo");
