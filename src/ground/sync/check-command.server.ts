import { isId } from "#platform/db/scope.server.ts";
import { type Kind, type Refusal, schemaOf } from "./kinds.server.ts";
import { type Command, REMOVED } from "./rules.ts";
import { commandSchema, MOST_COMMAND_BYTES } from "./device/protocol.ts";

/** Deepest nesting of a value: validation, here and in the database, recurses. */
const DEEPEST = 32;

/**
 * Text the database can't store, as JSON.stringify writes it: NUL and lone surrogates (half of an emoji that
 * was cut in two). An odd number of backslashes means an escape; an even number means the user typed those
 * characters.
 */
const UNSTORABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f][0-9a-f]{2})/;

const invalid = (why: string): Refusal => ({ code: "invalid", why });

/**
 * Parses a sent command. Returns the command or why it can never be applied; `id` is "" if none could be
 * read.
 */
export function readCommand(
  sent: unknown,
): { readonly id: string; readonly command: Command } | { readonly id: string; readonly refusal: Refusal } {
  const named = typeof sent === "object" && sent !== null ? (sent as { id?: unknown }).id : undefined;
  const id = typeof named === "string" && isId(named) ? named : "";
  if (isTooDeep(sent, DEEPEST)) return { id, refusal: invalid("We can’t store this change.") };
  const text = JSON.stringify(sent) ?? "";
  if (Buffer.byteLength(text) > MOST_COMMAND_BYTES)
    return { id, refusal: invalid("This change is too large. Split it in two.") };
  if (UNSTORABLE.test(text)) return { id, refusal: invalid("This change has characters we can’t store.") };
  const read = commandSchema.safeParse(sent);
  if (!read.success)
    return {
      id,
      refusal: invalid(`We can’t read this change (${read.error.issues[0]?.path.join(".") || "its form"}).`),
    };
  const command: Command = read.data;
  const ids = [
    command.id,
    command.record,
    ...(command.job === null ? [] : [command.job]),
    ...Object.values(command.replaces).flat(),
  ];
  // Ids are compared as text everywhere, so a second spelling would be a different id.
  if (!ids.every(isId)) return { id, refusal: invalid("We can’t read this change (its ids).") };
  if (command.capturedAt + command.skew < 0)
    return { id, refusal: invalid("The clock on the device that made this change was wrong.") };
  return { id, command };
}

function isTooDeep(value: unknown, left: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return left === 0 || Object.values(value).some((one) => isTooDeep(one, left - 1));
}

/**
 * Returns why a command doesn't fit its kind, null if it does, or "later" if a newer server may know the
 * field.
 */
export function checkFieldValues(kind: Kind, { job, record, sets }: Command): Refusal | "later" | null {
  if ((kind.scope === "account") !== (job === null))
    return invalid("This change doesn’t say where it belongs.");
  if (job !== null && (kind.isJob === true) !== (job === record))
    return invalid("This change doesn’t say which job it belongs to.");
  for (const [name, value] of Object.entries(sets)) {
    const schema = schemaOf(kind, name);
    if (!schema && name === REMOVED) {
      if (typeof value !== "boolean") return invalid("We can’t read this change (removed).");
      continue;
    }
    if (!schema) return "later";
    const judged = schema.safeParse(value);
    if (!judged.success)
      return invalid(judged.error.issues[0]?.message ?? `We can’t read this change (${name}).`);
  }
  return null;
}
