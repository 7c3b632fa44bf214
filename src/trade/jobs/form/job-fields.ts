import { moneyInputValue, readMoney } from "#platform/money/money.ts";
import { type Job, LONGEST, type Position } from "../rules.ts";
import { formatCoordinates, readCoordinates, readZone, formatZone } from "./coordinates.ts";

export type Typed = Readonly<Record<(typeof TYPED)[number], string>>;
export const TYPED = [
  "name",
  "address",
  "status",
  "clientName",
  "clientPhone",
  "clientEmail",
  "startsOn",
  "finishesOn",
  "contract",
  "coordinates",
  "zone",
] as const;

/** @param zone of this device, the default for a new job */
export const typedOf = (job: Job | null, zone: string): Typed => ({
  name: job?.name ?? "",
  address: job?.address ?? "",
  status: job?.status ?? "planned",
  clientName: job?.clientName ?? "",
  clientPhone: job?.clientPhone ?? "",
  clientEmail: job?.clientEmail ?? "",
  startsOn: job?.startsOn ?? "",
  finishesOn: job?.finishesOn ?? "",
  contract: moneyInputValue(job?.contractCents ?? null),
  coordinates: formatCoordinates(job?.position ?? null),
  zone: formatZone(job ? job.zone : zone),
});

/** The known position, with its accuracy, if the text wasn't changed. */
export function positionOf(coordinates: string, known: Position | null): Position | null {
  if (coordinates.trim() === formatCoordinates(known)) return known;
  const at = readCoordinates(coordinates);
  return at ? { ...at, accuracy: null, by: "hand" } : null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** By field; empty if there are none. */
export function faultsOf(typed: Typed): Partial<Record<keyof Typed, string>> {
  const faults: Partial<Record<keyof Typed, string>> = {};
  if (!typed.name.trim()) faults.name = "Name the job, such as “Miller roof”.";
  if (readCoordinates(typed.coordinates) === undefined)
    faults.coordinates = "That’s not a place on the map. Use degrees, such as 43.6150, -116.2023.";
  if (readZone(typed.zone) === undefined)
    faults.zone = "That time zone doesn’t exist. Choose one from the list, such as America/Denver.";
  if (!typed.address.trim() && !typed.coordinates.trim())
    faults.address = "Enter the address, or use your location.";
  for (const name of ["name", "address", "clientName", "clientPhone", "clientEmail"] as const)
    if (typed[name].length > LONGEST[name])
      faults[name] = `That’s too long. Use at most ${LONGEST[name]} characters.`;
  if (typed.clientEmail.trim() && !/^\S+@\S+\.\S+$/.test(typed.clientEmail.trim()))
    faults.clientEmail = "That’s not an email address.";
  if (readMoney(typed.contract) === undefined)
    faults.contract = "Enter an amount, such as 12,400 or 12,400.50.";
  for (const name of ["startsOn", "finishesOn"] as const)
    if (typed[name] && !DAY.test(typed[name])) faults[name] = "Choose a date.";
  if (
    !faults.startsOn &&
    !faults.finishesOn &&
    typed.startsOn &&
    typed.finishesOn &&
    typed.finishesOn < typed.startsOn
  )
    faults.finishesOn = "It can’t finish before it starts.";
  return faults;
}

/** Only the fields that were changed. */
export function changesOf(typed: Typed, before: Job | null): Record<string, string | number | null> {
  const now: Record<string, string | number | null> = {};
  const was = typedOf(before, "");
  for (const name of TYPED) {
    // See `positionOf`.
    if (name === "coordinates" || (before && typed[name].trim() === was[name].trim())) continue;
    if (name === "contract") now["contractCents"] = readMoney(typed.contract) ?? null;
    else if (name === "zone") now["zone"] = readZone(typed.zone) ?? null;
    else now[name] = typed[name].trim() || null;
  }
  // A new job needs no fields for empty values.
  return before ? now : Object.fromEntries(Object.entries(now).filter(([, value]) => value !== null));
}
