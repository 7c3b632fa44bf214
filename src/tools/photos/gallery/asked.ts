import { readRecord, readText } from "#ground/sync/public.ts";

/** What a question is about. */
export interface AskedPhoto {
  readonly photo: string;
  /** "Photo 12, “Behind the tub wall”": how the page called it. */
  readonly called: string;
}

export function readAsked(details: unknown): AskedPhoto | null {
  const { photo, called } = readRecord(details) ?? {};
  return typeof photo === "string" ? { photo, called: readText(called) } : null;
}
