import { readRecord, readText, type Values } from "#ground/sync/public.ts";
import { isVideoType, PHOTO_FIELD, type Shot, shotsOf } from "#trade/fieldwork/public.ts";
import type { Json } from "#platform/canonical/canonical-json.ts";

/** A photo that the client sees beside a line. */
export interface LinePhoto {
  readonly sha256: string;
  /** The line's id. */
  readonly line: string;
}

/** A photo of a line on the device that writes it. */
export interface LineShot extends Shot {
  readonly line: string;
  /** Whether it is only for the business. */
  readonly isHidden: boolean;
}

/** Photos of an estimate, so that its page and its PDF stay small enough to send. */
export const MOST_PHOTOS = 60;

/** Photos of all lines, in the order they were taken. */
export const lineShotsOf = (values: Values): LineShot[] =>
  shotsOf(values).flatMap((shot) => {
    const value = readRecord(values[PHOTO_FIELD + shot.sha256]);
    const line = readText(value?.["line"]);
    return line === "" ? [] : [{ ...shot, line, isHidden: value?.["isHidden"] === true }];
  });

/** The photos that the client sees: of lines that are there, and neither hidden nor a video. */
export const photosShown = (values: Values, lines: readonly { readonly id: string }[]): LinePhoto[] => {
  const ids = new Set(lines.map(({ id }) => id));
  return lineShotsOf(values)
    .filter(({ line, type, isHidden }) => ids.has(line) && !isHidden && !isVideoType(type))
    .map(({ sha256, line }) => ({ sha256, line }));
};

/** The photos of one line that the client sees. */
export const photosOfLine = (
  { photos }: { readonly photos: readonly LinePhoto[] },
  line: string,
): LinePhoto[] => photos.filter((one) => one.line === line);

/** What a photo shows, for people who can't see it: "Rebuild the stairs, photo 2". @param at from 0 */
export const photoAlt = (text: string, at: number): string => `${text}, photo ${at + 1}`;

/** The field that shows a photo to the client or hides it. */
export function setHidden(values: Values, sha256: string, isHidden: boolean): Record<string, Json> {
  const field = PHOTO_FIELD + sha256;
  const { isHidden: _was, ...value } = (readRecord(values[field]) ?? {}) as Record<string, Json>;
  return { [field]: isHidden ? { ...value, isHidden } : value };
}
