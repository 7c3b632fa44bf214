import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesOf, faultsOf, positionOf, TYPED, type Typed, typedOf } from "./form/job-fields.ts";
import { formatCoordinates } from "./form/coordinates.ts";
import { isOpen, jobOf, pickJobs, STATUSES } from "./rules.ts";
import { jobSources } from "./timeline/timeline.tsx";
import { jobDescribers } from "./timeline/report-lines.ts";
import { happenedAt } from "./timeline/happened-at.ts";

const ID = "0199f000-0000-7000-8000-000000000000";
const job = (values: Record<string, unknown>, id = ID) => jobOf(id, values);
const filled: Typed = {
  name: "Miller roof",
  address: "418 Alder Street",
  status: "active",
  clientName: "Ann Miller",
  clientPhone: "+1 208 555 0101",
  clientEmail: "ann@miller.test",
  startsOn: "2026-11-23",
  finishesOn: "2026-12-04",
  contract: "12,400.50",
  coordinates: "",
  zone: "America/Boise",
};

describe("a job from its record", () => {
  it("is readable whatever a device wrote", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom("name", "address", "position", "status", "contractCents", "team.x", "leadId"),
          fc.jsonValue(),
        ),
        (values) => {
          const made = job(values);
          expect(STATUSES).toContain(made.status);
          expect(made.name.length).toBeGreaterThan(0);
          expect(made.position === null || Number.isFinite(made.position.lat + made.position.lon)).toBe(true);
        },
      ),
    );
  });
  it("has the people whose team field is true", () => {
    expect(job({ "team.a": true, "team.b": false, "team.c": null, "team.d": true }).team).toEqual(["a", "d"]);
  });
});

describe("the form of a job", () => {
  it("round-trips values, and saves nothing if unchanged", () => {
    const once = job(changesOf(filled, null));
    expect(once).toMatchObject({
      name: "Miller roof",
      contractCents: 1_240_050,
      status: "active",
      finishesOn: "2026-12-04",
    });
    expect(changesOf(typedOf(once, "America/Boise"), once)).toEqual({});
  });
  it("saves only the changed fields", () => {
    const once = job(changesOf(filled, null));
    for (const name of TYPED.filter((one) => one !== "status" && one !== "name" && one !== "coordinates")) {
      const changes = changesOf({ ...typedOf(once, "America/Boise"), [name]: "" }, once);
      expect(changes).toEqual({ [name === "contract" ? "contractCents" : name]: null });
    }
  });
  it("keeps the phone's position unless coordinates were typed", () => {
    const found = { lat: 43.615021, lon: -116.202319, accuracy: 8, by: "phone" } as const;
    expect(positionOf(formatCoordinates(found), found)).toBe(found);
    expect(positionOf("40, -105", found)).toEqual({ lat: 40, lon: -105, accuracy: null, by: "hand" });
    expect(positionOf(" ", found)).toBeNull();
  });
  it("requires a name and a place", () => {
    expect(faultsOf(filled)).toEqual({});
    expect(Object.keys(faultsOf({ ...filled, name: " ", address: "" }))).toEqual(["name", "address"]);
    expect(faultsOf({ ...filled, address: "", coordinates: "43.615, -116.2" })).toEqual({});
  });
  it("reports invalid values", () => {
    const wrong = {
      ...filled,
      clientEmail: "ann",
      contract: "much",
      finishesOn: "2026-11-01",
      coordinates: "91, 0",
      zone: "Mars",
    };
    expect(Object.keys(faultsOf(wrong)).toSorted()).toEqual([
      "clientEmail",
      "contract",
      "coordinates",
      "finishesOn",
      "zone",
    ]);
    expect(faultsOf({ ...filled, name: "n".repeat(121) }).name).toContain("120");
  });
});

describe("a list of jobs", () => {
  const all = STATUSES.map((status, at) =>
    job({ name: `Job ${at}`, address: `${at} Elm`, status, clientName: "Ann" }, `id-${at}`),
  );
  it("contains jobs that match every word, ignoring case", () => {
    expect(pickJobs(all, "elm JOB ann", undefined)).toHaveLength(STATUSES.length);
    expect(pickJobs(all, "3 elm", undefined).map(({ name }) => name)).toEqual(["Job 3"]);
    expect(pickJobs(all, "3 oak", undefined)).toEqual([]);
  });
  it("shows active jobs first, and only open ones if asked", () => {
    expect(pickJobs(all, "", true).map(({ status }) => status)).toEqual(["active", "planned", "paused"]);
    expect(pickJobs(all, "", false).map(({ status }) => status)).toEqual(["done", "canceled"]);
  });
  it("leaves out what is only quoted, unless words find it", () => {
    expect(isOpen("quoted")).toBe(false);
    for (const open of [true, false, undefined])
      expect(pickJobs(all, " ", open).map(({ status }) => status)).not.toContain("quoted");
    expect(pickJobs(all, "0 elm", undefined).map(({ status }) => status)).toEqual(["quoted"]);
  });
});

describe("the time of a note", () => {
  const at = Date.parse("2026-11-20T16:00:00Z");
  const one = (value: string) => ({ values: [{ value, by: ID, at, author: null }], gone: [] });
  const note = (occurredAt: string) => ({ text: one("Felt is down"), occurredAt: one(occurredAt) });

  it("is what its author entered, even long before it was written", () => {
    expect(happenedAt(note("2026-11-18T09:00:00-07:00"))).toBe(Date.parse("2026-11-18T16:00:00Z"));
    expect(happenedAt({ text: one("Felt is down") })).toBeNull();
    expect(happenedAt({ occurredAt: one("some day") })).toBeNull();
    expect(happenedAt({ occurredAt: { values: [], gone: [] } })).toBeNull();
  });

  it("is never later than it was written, in the timeline and in reports", () => {
    const record = { kind: "jobs.note", id: ID, job: ID, revision: 1, fields: note("2093-01-01T00:00:00Z") };
    const told = jobDescribers
      .find(({ kind }) => kind === "jobs.note")!
      .tell({ ...record, commands: [] }, { units: "us", place: null, account: null });
    const shown = { ...record, values: {}, conflicts: [], waiting: 0, refused: [], isRemoved: false };
    const line = jobSources.find(({ kind }) => kind === "jobs.note")!.entriesOf(shown);
    expect([told[0]!.at, line[0]!.at]).toEqual([at, at]);
  });
});
