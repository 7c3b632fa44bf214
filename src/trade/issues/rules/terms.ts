import type { Values } from "#ground/sync/public.ts";
import { derivedId } from "#platform/ids/derived-id.ts";

/** What a job asks for before an issue is closed. One record per job. */
export const TERMS = "issues.terms";
export const termsId = (job: string): string => derivedId(TERMS, job);

/** Reads a job's terms. A device can write anything, so each value is checked. */
export const termsOf = (values: Values) => ({
  /** Somebody other than who fixed it closes it. */
  needsSecond: values["needsSecond"] === true,
  /** A fix has a photo before it is ready for review. */
  needsPhoto: values["needsPhoto"] === true,
});
export type Terms = ReturnType<typeof termsOf>;

/**
 * Why an issue can't move on by the job's terms, or null. The device asks before it writes, the server asks
 * again.
 * @param fixedBy user who said that it's fixed; null for nobody, or somebody without an account
 * @param photos of its fixes
 * @param isReady whether somebody said that it’s fixed
 * @param isSafety whether the terms are those of safety actions
 */
export function refuseByTerms(
  { needsSecond, needsPhoto }: Terms,
  to: string,
  {
    by,
    fixedBy,
    photos,
    isReady = true,
  }: {
    readonly by: string | null;
    readonly fixedBy: string | null;
    readonly photos: number;
    readonly isReady?: boolean;
  },
  isSafety = false,
): string | null {
  if (needsPhoto && (to === "ready" || to === "closed") && photos === 0) return needsPhotoWords(isSafety);
  if (isSafety && needsSecond && to === "closed" && !isReady)
    return "A safety action is fixed first. Then a second person closes it.";
  if (!needsSecond || to !== "closed" || by === null || by !== fixedBy) return null;
  return isSafety
    ? "A safety action is closed by a second person. Someone else needs to look at your fix."
    : "This job wants a second person to close an issue. Someone else needs to look at your fix.";
}

/** Why a fix without a photo isn't ready. */
export const needsPhotoWords = (isSafety: boolean): string =>
  `${isSafety ? "A safety action needs" : "This job wants"} a photo of the fix. Add one first.`;
