import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesOf, faultsOf, positionOf, TYPED, type Typed, typedOf } from "./form/job-fields.ts";
import { formatCoordinates } from "./form/coordinates.ts";
import { directionsTo, isOpen, jobOf, pickJobs, STATUSES } from "./rules.ts";
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

describe("a job from what devices wrote", () => {
  it("is one whatever they wrote", () => {
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
  it("has the team whose fields say yes", () => {
    expect(job({ "team.a": true, "team.b": false, "team.c": null, "team.d": true }).team).toEqual(["a", "d"]);
  });
});

describe("what is typed", () => {
  it("comes back as it was typed, and typed again sets nothing", () => {
    const once = job(changesOf(filled, null));
    expect(once).toMatchObject({
      name: "Miller roof",
      contractCents: 1_240_050,
      status: "active",
      finishesOn: "2026-12-04",
    });
    expect(changesOf(typedOf(once, "America/Boise"), once)).toEqual({});
  });
  it("sets the fields alone that were changed, for any of them", () => {
    const once = job(changesOf(filled, null));
    for (const name of TYPED.filter((one) => one !== "status" && one !== "name" && one !== "coordinates")) {
      const changes = changesOf({ ...typedOf(once, "America/Boise"), [name]: "" }, once);
      expect(changes).toEqual({ [name === "contract" ? "contractCents" : name]: null });
    }
  });
  it("of a position keeps what the phone found, and is one by hand where somebody wrote another", () => {
    const found = { lat: 43.615021, lon: -116.202319, accuracy: 8, by: "phone" } as const;
    expect(positionOf(formatCoordinates(found), found)).toBe(found);
    expect(positionOf("40, -105", found)).toEqual({ lat: 40, lon: -105, accuracy: null, by: "hand" });
    expect(positionOf(" ", found)).toBeNull();
  });
  it("needs a name, and a place", () => {
    expect(faultsOf(filled)).toEqual({});
    expect(Object.keys(faultsOf({ ...filled, name: " ", address: "" }))).toEqual(["name", "address"]);
    expect(faultsOf({ ...filled, address: "", coordinates: "43.615, -116.2" })).toEqual({});
  });
  it("is refused where it can't be", () => {
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
  it("holds what every word of a search is in, whatever its case", () => {
    expect(pickJobs(all, "elm JOB ann", undefined)).toHaveLength(5);
    expect(pickJobs(all, "3 elm", undefined).map(({ name }) => name)).toEqual(["Job 3"]);
    expect(pickJobs(all, "3 oak", undefined)).toEqual([]);
  });
  it("shows what is under way first, and no job that is over among the open ones", () => {
    expect(pickJobs(all, "", true).map(({ status }) => status)).toEqual(["active", "planned", "paused"]);
    expect(pickJobs(all, "", false).every(({ status }) => !isOpen(status))).toBe(true);
  });
});

it("leads to the position where there is one, else to the address", () => {
  expect(directionsTo(job({ address: "1 Elm & Oak" }))).toContain("destination=1%20Elm%20%26%20Oak");
  expect(
    directionsTo(job({ address: "1 Elm", position: { lat: 43.6, lon: -116.2, accuracy: 8, by: "phone" } })),
  ).toContain("43.6%2C-116.2");
  expect(directionsTo(job({}))).toBeNull();
});

describe("when a note happened", () => {
  const at = Date.parse("2026-11-20T16:00:00Z");
  const one = (value: string) => ({ values: [{ value, by: ID, at, author: null }], gone: [] });
  const note = (occurredAt: string) => ({ text: one("Felt is down"), occurredAt: one(occurredAt) });

  it("is as its author says, also long before it was written", () => {
    expect(happenedAt(note("2026-11-18T09:00:00-07:00"))).toBe(Date.parse("2026-11-18T16:00:00Z"));
    expect(happenedAt({ text: one("Felt is down") })).toBeNull();
    expect(happenedAt({ occurredAt: one("some day") })).toBeNull();
    expect(happenedAt({ occurredAt: { values: [], gone: [] } })).toBeNull();
  });

  it("is never after that, whatever the clock of a phone said: on the line of time and in reports", () => {
    const record = { kind: "jobs.note", id: ID, job: ID, revision: 1, fields: note("2093-01-01T00:00:00Z") };
    const told = jobDescribers
      .find(({ kind }) => kind === "jobs.note")!
      .tell({ ...record, commands: [] }, { units: "us", place: null, account: null });
    const shown = { ...record, values: {}, conflicts: [], waiting: 0, refused: [], isRemoved: false };
    const line = jobSources.find(({ kind }) => kind === "jobs.note")!.entriesOf(shown);
    expect([told[0]!.at, line[0]!.at]).toEqual([at, at]);
  });
});
