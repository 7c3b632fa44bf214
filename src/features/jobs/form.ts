import { moneyTyped, readMoney } from "#platform/money/money.ts";
import { type Job, LONGEST } from "./rules.ts";

/** What a form of a job holds, as it was typed. */
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
] as const;

/** A job as a form holds it. */
export const typedOf = (job: Job | null): Typed => ({
  name: job?.name ?? "",
  address: job?.address ?? "",
  status: job?.status ?? "planned",
  clientName: job?.clientName ?? "",
  clientPhone: job?.clientPhone ?? "",
  clientEmail: job?.clientEmail ?? "",
  startsOn: job?.startsOn ?? "",
  finishesOn: job?.finishesOn ?? "",
  contract: moneyTyped(job?.contractCents ?? null),
});

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What is wrong with a form, by field; empty when nothing is. */
export function faultsOf(typed: Typed, hasPosition: boolean): Partial<Record<keyof Typed, string>> {
  const faults: Partial<Record<keyof Typed, string>> = {};
  if (!typed.name.trim()) faults.name = "Give the job a name, such as “Miller roof”.";
  if (!typed.address.trim() && !hasPosition) faults.address = "Write the address, or use your position.";
  for (const name of ["name", "address", "clientName", "clientPhone", "clientEmail"] as const)
    if (typed[name].length > LONGEST[name]) faults[name] = `That is too long: ${LONGEST[name]} characters at most.`;
  if (typed.clientEmail.trim() && !/^\S+@\S+\.\S+$/.test(typed.clientEmail.trim())) faults.clientEmail = "This is not an email address.";
  if (readMoney(typed.contract) === undefined) faults.contract = "Write an amount, such as 12,400 or 12,400.50.";
  for (const name of ["startsOn", "finishesOn"] as const) if (typed[name] && !DAY.test(typed[name])) faults[name] = "Choose a day.";
  if (!faults.startsOn && !faults.finishesOn && typed.startsOn && typed.finishesOn && typed.finishesOn < typed.startsOn)
    faults.finishesOn = "It can’t finish before it starts.";
  return faults;
}

/** Fields to set so that a record holds what was typed: those alone that were changed. */
export function changesOf(typed: Typed, before: Job | null): Record<string, string | number | null> {
  const now: Record<string, string | number | null> = {};
  const was = typedOf(before);
  for (const name of TYPED) {
    if (before && typed[name].trim() === was[name].trim()) continue;
    if (name === "contract") now["contractCents"] = readMoney(typed.contract) ?? null;
    else now[name] = typed[name].trim() || null;
  }
  // What was left empty in a new job needs no field.
  return before ? now : Object.fromEntries(Object.entries(now).filter(([, value]) => value !== null));
}
