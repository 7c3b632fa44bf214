import { peopleOfDay } from "#trade/leads/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import type { Deed } from "./actions.server.ts";

/** The last action, in words, and how to undo it. */
export interface Done {
  readonly words: string;
  /** Fields of the undo form; null when it can't be undone. */
  readonly undo: Readonly<Record<string, string>> | null;
}

const WORDS: Readonly<
  Record<Deed | "undone" | "changed" | "nothing", (name: string, many: number) => string>
> = {
  won: (name) => `${name}: won. Their follow-up stopped.`,
  lost: (name) => `${name}: lost. Their follow-up stopped.`,
  later: (name) => `${name} will be back on this list tomorrow, or as soon as they reply.`,
  settled: (name) => `${name} is marked as replied.`,
  replied: (name) => `${name} replied. Their follow-up stopped.`,
  called: (name) => `Noted: you talked with ${name}.`,
  "no-answer": (name) => `${name} didn’t answer. Follow-up continues.`,
  hold: (name) => `${name} is on hold. Nothing goes out to them.`,
  "hold-all": (_, many) =>
    many === 1
      ? "1 person is on hold. Nothing planned goes out today."
      : `${many} people are on hold. Nothing planned for them goes out today.`,
  "go-on": (name) => `${name}’s follow-up resumed.`,
  undone: () => "Undone.",
  changed: () => "Someone changed it in the meantime, so nothing was undone.",
  nothing: () => "There’s nothing to hold.",
};

/** Reads the last action from the address. This only words it: undoing looks everything up again. */
export async function readDone(ctx: AccountContext, query: URLSearchParams): Promise<Done | null> {
  const did = query.get("did") ?? "";
  if (!Object.hasOwn(WORDS, did)) return null;
  const leadId = query.get("lead") ?? "";
  const name = isId(leadId) ? (await peopleOfDay(ctx, [leadId])).get(leadId)?.name : undefined;
  const many = Number.parseInt(query.get("many") ?? "0", 10) || 0;
  const undo = undoOf(did, query);
  return { words: WORDS[did as Deed](name ?? "This person", many), undo };
}

function undoOf(did: string, query: URLSearchParams): Done["undo"] {
  const at = query.get("at");
  const fields = Object.fromEntries(
    ["lead", "enrolment", "step", "at"].flatMap((name) =>
      query.has(name) ? [[name, query.get(name)!]] : [],
    ),
  );
  switch (did) {
    case "won":
    case "lost":
    case "settled":
    case "replied":
    case "called":
    case "no-answer":
      return { do: "undo", did, ...fields };
    case "later":
    case "hold":
    case "hold-all":
      return at ? { do: "undo", did, ...fields } : null;
    default:
      return null;
  }
}
