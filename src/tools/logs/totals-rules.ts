import { effectiveEntries } from "#trade/fieldwork/public.ts";
import type { Crew, LogEntry } from "./rules.ts";

/** Without declined and corrected entries. */
export function crewTotals(entries: readonly LogEntry[]): {
  readonly people: number;
  readonly hours: number;
} {
  let [people, hours] = [0, 0];
  for (const { crew } of effectiveEntries(entries))
    if (crew) {
      people += crew.count;
      hours += crew.count * crew.hours;
    }
  return { people, hours: Math.round(hours * 100) / 100 };
}

export interface Gap {
  readonly is: "crew" | "work" | "photos" | "captions" | "weather" | "approval";
  readonly words: string;
}

/**
 * What a day lacks, for its author. None of it is required.
 * @param hasWeather a reading or an observation
 */
export function gapsOf(entries: readonly LogEntry[], hasWeather: boolean): Gap[] {
  const all = effectiveEntries(entries);
  const photos = all.flatMap((entry) => entry.photos);
  const isDescribed = ({ tags, text: content, crew, item, delay }: LogEntry): boolean =>
    Boolean(tags.length > 0 || content || crew || item || delay);
  const bare = all
    .flatMap((entry) => (isDescribed(entry) ? [] : entry.photos))
    .filter(({ caption }) => caption === "");
  const gaps: Gap[] = [];
  if (!all.some(({ crew }) => crew)) gaps.push({ is: "crew", words: "No crew logged" });
  if (!all.some(({ type, text: content }) => type === "work" && content))
    gaps.push({ is: "work", words: "No work described" });
  if (photos.length === 0) gaps.push({ is: "photos", words: "No photos" });
  if (bare.length > 0)
    gaps.push({
      is: "captions",
      words:
        bare.length === 1
          ? "1 photo without a caption or tags"
          : `${bare.length} photos without captions or tags`,
    });
  if (!hasWeather) gaps.push({ is: "weather", words: "No weather yet" });
  return gaps;
}

/** Crews to copy to a new day. */
export const crewsOf = (entries: readonly LogEntry[]): Crew[] =>
  effectiveEntries(entries).flatMap(({ crew }) => crew ?? []);
