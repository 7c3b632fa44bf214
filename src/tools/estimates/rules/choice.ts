import type { Json } from "#platform/canonical/canonical-json.ts";
import { readNumber, readRecord, readText } from "#ground/sync/public.ts";
import type { Estimate } from "./estimate.ts";
import { type Choice, firstChoice } from "./totals.ts";

/** The choice that a page's address or form names; the first for what it doesn't. */
export function choiceOf(
  content: Estimate,
  option: string | null | undefined,
  extras: readonly string[],
): Choice {
  const first = firstChoice(content);
  const typed = Number(option);
  const isOption = Number.isInteger(typed) && typed >= 1 && typed <= content.options.length;
  return {
    option: isOption ? typed : first.option,
    extras: content.lines.flatMap(({ id, isOptional }) => (isOptional && extras.includes(id) ? [id] : [])),
  };
}

/** The choice that an approval carries. @param details of the paper's answer */
export function choiceIn(content: Estimate, details: Json): Choice {
  const given = readRecord(details);
  const extras = Array.isArray(given?.["extras"]) ? given["extras"].map(readText) : [];
  return choiceOf(content, String(readNumber(given?.["option"]) ?? ""), extras);
}
