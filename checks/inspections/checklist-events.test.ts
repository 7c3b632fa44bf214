import { describe, expect, it } from "vitest";
import { applyCommand, type Command, type Fields } from "#ground/sync/rules.ts";
import { RUN } from "#trade/inspections/public.ts";
import { ISSUE } from "#trade/issues/public.ts";
import { eventsOf } from "#tools/checklists/api/events.ts";

// What a command did, as webhooks hear of it.

const ID = "01990000-0000-7000-8000-0000000000aa";
const write = (
  kind: string,
  fields: Fields,
  { id, sets, at, replaces = [] }: Pick<Command, "id" | "sets"> & { at: number; replaces?: string[] },
) => {
  const command: Command = {
    ...{ id, kind, record: ID, job: ID, sets, replaces: { state: replaces } },
    ...{ capturedAt: at, skew: 0, zone: "UTC", media: [] },
  };
  const after = applyCommand(fields, command, at, "ana");
  return { after, events: eventsOf({ kind, fields: after }, command) };
};
const begun = (kind: string, state = "open") =>
  write(kind, {}, { id: "a", sets: { title: "Roof", state }, at: 1 });

describe("what a command did", () => {
  it("is an issue that was added, in whatever state, and no checklist that was started", () => {
    expect(begun(ISSUE).events).toEqual(["issue.added"]);
    expect(begun(ISSUE, "closed").events).toEqual(["issue.added", "issue.closed"]);
    expect(begun(RUN).events).toEqual([]);
    const { after } = begun(ISSUE);
    expect(write(ISSUE, after, { id: "b", sets: { number: "PL-001" }, at: 2 }).events).toEqual([]);
  });

  it("is a state that it didn’t have before", () => {
    const { after } = begun(RUN);
    const finished = write(RUN, after, { id: "b", sets: { state: "finished" }, at: 2, replaces: ["a"] });
    expect(finished.events).toEqual(["checklist.finished"]);
    const approved = { id: "c", sets: { state: "approved" }, at: 3, replaces: ["b"] };
    expect(write(RUN, finished.after, approved).events).toEqual(["checklist.approved"]);
    const again = { id: "c", sets: { state: "finished" }, at: 3, replaces: ["b"] };
    expect(write(RUN, finished.after, again).events).toEqual([]);
    // Another phone without a signal, which hadn't seen the first.
    const twice = { id: "c", sets: { state: "finished" }, at: 3, replaces: ["a"] };
    expect(write(RUN, finished.after, twice).events).toEqual([]);
    expect(write(RUN, finished.after, { id: "c", sets: { state: "open" }, at: 3 }).events).toEqual([]);
  });

  it("is again a state that it had before it was reopened, and none that a later one hides", () => {
    const { after } = begun(ISSUE);
    const ready = write(ISSUE, after, { id: "b", sets: { state: "ready" }, at: 2, replaces: ["a"] });
    const open = write(ISSUE, ready.after, { id: "c", sets: { state: "open" }, at: 3, replaces: ["b"] });
    const again = { id: "d", sets: { state: "ready" }, at: 4, replaces: ["c"] };
    expect(write(ISSUE, open.after, again).events).toEqual(["issue.ready"]);
    const late = { id: "d", sets: { state: "refused" }, at: 2, replaces: ["b"] };
    expect(write(ISSUE, open.after, late).events).toEqual([]);
  });
});
