import { describe, expect, it } from "vitest";
import {
  type Action,
  ACTIONS,
  may,
  maskedAddress,
  refuseLeaving,
  refuseRemoval,
  refuseRole,
  type Role,
  ROLES,
  grantableRoles,
  invitableRoles,
  type Seat,
} from "./rules.ts";

// Written out by hand, so that a change to the list is seen by the reader of this test too.
const EXPECTED: Readonly<Record<Action, string>> = {
  "account.enter": "owner manager member guest",
  "job.work": "owner manager member guest",
  "work.read": "owner manager member",
  "work.write": "owner manager member",
  "leads.import": "owner manager",
  "people.read": "owner manager member",
  "people.change": "owner manager",
  "business.change": "owner manager",
  "api.change": "owner manager",
  "people.owners": "owner",
  "sending.change": "owner",
  "history.read": "owner",
  "account.export": "owner",
  "account.close": "owner",
  nobody: "",
};

const seat = (userId: string, role: Role): Seat => ({ userId, role });
const pairs = ROLES.flatMap((by) => ROLES.map((of) => [by, of] as const));
const triples = pairs.flatMap(([by, of]) => ROLES.map((to) => [by, of, to] as const));

describe("what each role may do", () => {
  it.each(Object.keys(ACTIONS) as Action[])("%s", (action) => {
    expect(ROLES.filter((role) => may(role, action)).join(" ")).toBe(EXPECTED[action]);
  });

  it("gives each role every right of the role below it", () => {
    const actions = Object.keys(ACTIONS) as Action[];
    for (const [at, role] of ROLES.entries())
      for (const above of ROLES.slice(0, at))
        expect(actions.filter((one) => may(role, one) && !may(above, one))).toEqual([]);
  });
});

describe("granting and revoking roles", () => {
  it("lists each role once", () => {
    expect(ROLES.map((role) => grantableRoles(role).join(" "))).toEqual([
      "owner manager member guest",
      "member guest",
      "",
      "",
    ]);
    expect(ROLES.map((role) => invitableRoles(role).join(" "))).toEqual([
      "manager member guest",
      "member guest",
      "",
      "",
    ]);
  });

  it.each(triples)("%s changing a %s to %s", (by, of, to) => {
    const seats = [seat("founder", "owner"), seat("actor", by), seat("other", of)];
    const allowed =
      by === "owner" ||
      (by === "manager" && ["member", "guest"].includes(of) && ["member", "guest"].includes(to));
    expect(refuseRole(seats, { by: "actor", of: "other", to })?.code ?? "done").toBe(
      allowed ? "done" : "forbidden",
    );
  });

  it.each(ROLES.flatMap((role) => ROLES.map((to) => [role, to] as const)))(
    "a %s making themselves a %s is never promoted",
    (role, to) => {
      const seats = [seat("founder", "owner"), seat("me", role)];
      const done = refuseRole(seats, { by: "me", of: "me", to }) === null;
      expect(done).toBe(role === "owner");
      if (done) expect(ROLES.indexOf(to)).toBeGreaterThanOrEqual(ROLES.indexOf(role));
    },
  );

  it.each(pairs)("%s removing a %s", (by, of) => {
    const seats = [seat("founder", "owner"), seat("actor", by), seat("other", of)];
    const allowed = by === "owner" || (by === "manager" && ["member", "guest"].includes(of));
    expect(refuseRemoval(seats, { by: "actor", of: "other" })?.code ?? "done").toBe(
      allowed ? "done" : "forbidden",
    );
  });

  it("a non-member can't change anyone or be changed", () => {
    const seats = [seat("owner", "owner"), seat("member", "member")];
    expect(refuseRole(seats, { by: "stranger", of: "member", to: "manager" })?.code).toBe("forbidden");
    expect(refuseRemoval(seats, { by: "stranger", of: "member" })?.code).toBe("forbidden");
    expect(refuseRole(seats, { by: "owner", of: "stranger", to: "manager" })?.code).toBe("not_found");
    expect(refuseRemoval(seats, { by: "owner", of: "stranger" })?.code).toBe("not_found");
    expect(refuseLeaving(seats, "stranger")?.code).toBe("not_found");
  });
});

describe("the last owner", () => {
  const alone = [
    seat("owner", "owner"),
    seat("manager", "manager"),
    seat("member", "member"),
    seat("guest", "guest"),
  ];
  const two = [...alone, seat("second", "owner")];

  it.each(["manager", "member", "guest"] as const)("can't become a %s; one of two owners can", (to) => {
    expect(refuseRole(alone, { by: "owner", of: "owner", to })?.code).toBe("conflict");
    expect(refuseRole(two, { by: "owner", of: "second", to })).toBeNull();
    expect(refuseRole(two, { by: "owner", of: "owner", to })).toBeNull();
  });

  it("can't be removed or leave; everyone else may leave", () => {
    expect(refuseRemoval(alone, { by: "owner", of: "owner" })?.code).toBe("conflict");
    expect(refuseLeaving(alone, "owner")?.code).toBe("conflict");
    for (const who of ["manager", "member", "guest"]) expect(refuseLeaving(alone, who)).toBeNull();
    expect(refuseLeaving(two, "owner")).toBeNull();
  });
});

it("masks an address to its first letter and domain", () => {
  expect(maskedAddress("dana@home.example")).toBe("d…@home.example");
  expect(maskedAddress("a@b@home.example")).toBe("a…@home.example");
});
