import type { Fields } from "#ground/sync/public.ts";
import type { Injury } from "./injury.ts";

/** Who said last that the forms are filled in, or without that, who answered last for the log. */
export interface Completion {
  /** Null for the product itself. */
  readonly author: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The foot of form 301, “Completed by”. "" for what nobody knows. */
export interface Completed {
  readonly name: string;
  readonly title: string;
  readonly phone: string;
  /** "2026-11-29" */
  readonly on: string;
}

/** Null while nobody decided anything. */
export function completionOf(fields: Fields): Completion | null {
  const done = fields["formsAt"]?.values[0];
  if (done && done.value !== null) return { author: done.author, at: done.at };
  const [answer] = Object.entries(fields)
    .flatMap(([field, { values }]) => (field.startsWith("answers.") ? (values[0] ?? []) : []))
    .toSorted((one, other) => other.at - one.at);
  return answer ? { author: answer.author, at: answer.at } : null;
}

/** What was typed, else the default. */
export const completedOf = ({ form }: Pick<Injury, "form">, by: Completed): Completed => ({
  ...{ name: form.completedBy || by.name, title: form.completedTitle || by.title },
  ...{ phone: form.completedPhone || by.phone, on: form.completedOn || by.on },
});
