import { countShots, formatHours } from "#trade/fieldwork/public.ts";
import { CAUSE_LABELS, type Crew, type Delay, type Item, type LogEntry, TYPE_LABELS } from "./rules.ts";

/** "Framing, Hill Brothers: 4 people, 8 h each". */
export function formatCrew({ company, trade, count, hours }: Crew): string {
  const who = [trade, company].filter(Boolean).join(", ") || "Crew";
  return `${who}: ${count} ${count === 1 ? "person" : "people"}, ${formatHours(hours)}${count === 1 ? "" : " each"}`;
}

/** "12 yd³ concrete, from Ready Mix". */
export function formatItem({ what, from, count, unit }: Item): string {
  const amount = count === null ? "" : `${count.toLocaleString("en-US")}${unit ? ` ${unit}` : ""} `;
  return `${amount}${what}${from ? `, from ${from}` : ""}`;
}

/** "Weather: 3 h lost, on the critical path". */
export const formatDelay = ({ cause, hours, critical }: Delay): string =>
  `${CAUSE_LABELS[cause]}: ${formatHours(hours)} lost${critical ? ", on the critical path" : ""}`;

/** What an entry is called: "Crew: 2 people, 8 h"; a photo without words is a photo, not a note. */
export function entryTitle(
  entry: Pick<LogEntry, "type" | "crew" | "item" | "delay" | "text" | "photos">,
): string {
  if (entry.crew) return formatCrew(entry.crew);
  if (entry.item) return `${TYPE_LABELS[entry.type]}: ${formatItem(entry.item)}`;
  if (entry.delay) return `Delay. ${formatDelay(entry.delay)}`;
  if (entry.type === "note" && entry.text === "" && entry.photos.length > 0) return countShots(entry.photos);
  return TYPE_LABELS[entry.type];
}
