import type { Completed } from "../incidents/stored/completion.ts";
import type { StoredCase } from "../incidents/stored/cases.ts";

/** A box of form 301. */
interface Box {
  readonly name: string;
  readonly value: string;
  /** Over the whole width. */
  readonly wide: boolean;
}

const HIDDEN = "Privacy case";

const box = (name: string, value: string | null, wide = false): Box => ({ name, value: value ?? "", wide });
const dateOf = (date: string | null): string =>
  date ? `${Number(date.slice(5, 7))}/${Number(date.slice(8, 10))}/${date.slice(0, 4)}` : "";
const yesNo = (value: boolean | null): string => (value === null ? "" : value ? "Yes" : "No");

/** "1:20 PM" of "13:20" */
function timeOf(time: string | null): string {
  if (!time) return "";
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}:${time.slice(3)} ${hour < 12 ? "AM" : "PM"}`;
}

/**
 * The boxes of form 301 of a case, by their numbers. Of a privacy case, nothing says who it is: its name and
 * address are on the list that is kept apart (29 CFR 1904.29(b)(6)).
 * @param completed who filled it in
 */
export function caseParts(
  one: StoredCase,
  completed: Completed,
): { readonly title: string; readonly fields: readonly Box[] }[] {
  const { form, isPrivate } = one;
  const address = [form.street, [form.city, form.state].filter(Boolean).join(", "), form.zip].filter(Boolean);
  const sex = { M: "Male", F: "Female", "": "" }[one.sex ?? ""];
  return [
    {
      title: "About the employee",
      fields: [
        box("1. Full name", isPrivate ? HIDDEN : one.name),
        box("2. Address", isPrivate ? HIDDEN : address.join(", ")),
        box("3. Date of birth", isPrivate ? HIDDEN : dateOf(one.born)),
        box("4. Date hired", isPrivate ? HIDDEN : dateOf(one.hired)),
        box("5. Male or female", isPrivate ? HIDDEN : sex),
        box("Job title (form 300, column C)", one.title),
      ],
    },
    {
      title: "About the treatment",
      fields: [
        box("6. Doctor or other health care professional", form.physician),
        box("7. Where they were treated", [form.facility, form.facilityAddress].filter(Boolean).join(", ")),
        box("8. Treated in an emergency room?", yesNo(one.inEmergencyRoom)),
        box("9. Hospitalized overnight as an in-patient?", yesNo(one.overnight)),
      ],
    },
    {
      title: "About the case",
      fields: [
        box("10. Case number from form 300", one.number),
        box("11. Date of injury or illness", dateOf(one.date)),
        box("12. Time the employee began work", timeOf(one.startedWork)),
        box("13. Time of event", one.isTimeUnknown ? "Can’t be determined" : timeOf(one.time)),
        box("14. What was the employee doing just before?", one.before, true),
        box("15. What happened?", one.happened, true),
        box("16. What was the injury or illness?", one.injury, true),
        box("17. What object or substance directly harmed the employee?", one.object, true),
        box("18. If the employee died, when?", dateOf(one.died)),
      ],
    },
    {
      title: "Completed by",
      fields: [
        ...[box("Name", completed.name), box("Title", completed.title)],
        ...[box("Phone", completed.phone), box("Date", dateOf(completed.on))],
      ],
    },
  ];
}
