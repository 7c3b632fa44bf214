import { type Drawing, thinned } from "#ground/signatures/public.ts";
import { type Json, readDate } from "#ground/sync/public.ts";
import { fieldText } from "#trade/fieldwork/public.ts";
import { momentOf, REPORT_HOURS, type SevereKind } from "../rules/clocks.ts";
import { BODY_KEYS } from "../rules/body.ts";
import { MOST_WITNESSES, TIME } from "../stored/injury.ts";

export type Sets = Readonly<Record<string, Json>>;
export type Faults = Readonly<Record<string, string | undefined>>;

/** How far a watch may be ahead of this phone. */
const AHEAD_MS = 5 * 60_000;

/**
 * When it happened, as it was typed. Without a time it can’t be determined.
 * @param zone of the job @param now milliseconds since 1970
 */
export function readWhen(
  form: FormData,
  zone: string,
  now: number,
): { readonly when: { date: string; time: string | null; zone: string } } | { readonly faults: Faults } {
  const date = readDate(fieldText(form, "date"));
  const typed = fieldText(form, "time");
  const time = typed === "" ? null : typed;
  if (date === null) return { faults: { date: "Enter the day it happened." } };
  if (time !== null && !TIME.test(time)) return { faults: { time: "Enter the time, such as 1:20 PM." } };
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate().toString();
  if (date > today) return { faults: { date: "That day hasn’t come yet. Check the date." } };
  if (time !== null && momentOf(date, time, zone).epochMilliseconds > now + AHEAD_MS)
    return { faults: { time: "That time hasn’t come yet. Check the time." } };
  return { when: { date, time, zone } };
}

const orNull = (form: FormData, name: string): string | null => fieldText(form, name) || null;

/** What happened, when and where: all of a near miss. The fields to set, or what is wrong. */
export function readWhat(
  form: FormData,
  zone: string,
  now: number,
):
  | { readonly changes: Sets & { readonly when: { date: string; time: string | null } } }
  | { readonly faults: Faults } {
  const found = readWhen(form, zone, now);
  const what = fieldText(form, "what");
  const faults: Faults = {
    what: what ? undefined : "Say what happened, in a sentence.",
    ...("faults" in found ? found.faults : {}),
  };
  if ("faults" in found || faults["what"]) return { faults };
  return {
    changes: { when: found.when, what, where: orNull(form, "where"), done: orNull(form, "done") },
  };
}

/** A filled report of an injury: the fields to set, or what is wrong. */
export function readInjury(
  form: FormData,
  zone: string,
  now: number,
): { readonly changes: Sets } | { readonly faults: Faults } {
  const found = readWhat(form, zone, now);
  const name = fieldText(form, "name");
  const witnesses = readWitnesses(form);
  const faults: Faults = {
    name: name ? undefined : "Say who was hurt. If you don’t know the name, say “a worker of …”.",
    ...("faults" in found ? found.faults : {}),
    ...witnesses.faults,
  };
  if ("faults" in found || Object.values(faults).some(Boolean)) return { faults };
  const { when } = found.changes;
  const known = new Date(now).toISOString();
  const happened = when.time === null ? known : momentOf(when.date, when.time, zone).toString();
  const severe = (Object.keys(REPORT_HOURS) as SevereKind[]).filter((kind) => form.has(`severe.${kind}`));
  return {
    changes: {
      ...found.changes,
      ...{ person: { name, title: fieldText(form, "title") } },
      ...{ before: orNull(form, "before"), injury: orNull(form, "injury") },
      ...Object.fromEntries(
        BODY_KEYS.filter((key) => form.has(`parts.${key}`)).map((key) => [`parts.${key}`, true]),
      ),
      ...Object.fromEntries(
        severe.map((kind) => [`severe.${kind}`, { outcomeAt: happened, knownAt: known }]),
      ),
      ...witnesses.sets,
    },
  };
}

/** A row without a name counts only if something else is in it. */
function readWitnesses(form: FormData): { readonly sets: Sets; readonly faults: Faults } {
  const sets: Record<string, Json> = {};
  const faults: Record<string, string> = {};
  for (let at = 1; at <= MOST_WITNESSES; at++) {
    const of = (what: string) => fieldText(form, `witness-${at}-${what}`);
    const [name, says, drawn] = [of("name"), of("says"), of("drawing")];
    const drawing = drawn === "" ? null : drawingOf(drawn);
    if (name) sets[`witnesses.${at}`] = { name, says, drawing };
    else if (says || drawing) faults[`witness-${at}-name`] = "Enter the name of this witness.";
  }
  return { sets, faults };
}

/** So many points that the signatures of all fit into one command. */
const MOST_POINTS = 250;

function drawingOf(drawn: string): Json {
  const { width, height, strokes } = thinned(JSON.parse(drawn) as Drawing, MOST_POINTS);
  return { width, height, strokes: strokes.map((stroke) => stroke.map((point) => [...point])) };
}
