import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openIdentity, signedIn, Visitor } from "#ground/identity/testing/visits.ts";
import * as historyFile from "#ground/businesses/history/csv.ts";
import * as history from "#ground/businesses/history/history.tsx";
import * as join from "#ground/businesses/people/join.tsx";
import * as handOver from "#ground/businesses/people/hand-over.tsx";
import * as person from "#ground/businesses/people/person.tsx";
import * as people from "#ground/businesses/people/people.tsx";
import { inAccount } from "#ground/businesses/public.server.ts";
import * as layout from "#ground/businesses/settings/layout.tsx";
import * as businesses from "#ground/businesses/access/switch.tsx";
import { setInviteJobs } from "#ground/businesses/people/invite-jobs.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Screen, visit } from "../testing/screens.ts";
import { findPerson } from "#ground/identity/public.server.ts";

// The screens about people, as several people's browsers request them.

const PEOPLE = "/account/settings/people";
let identity: Awaited<ReturnType<typeof openIdentity>>;
let owner: Visitor;
let ownerEmail: string;
let count = 0;

beforeAll(async () => void (identity = await openIdentity()));
afterAll(() => identity.drop());

const userOf = async (visitor: Visitor) => (await findPerson(visitor.request("/")))!;
async function verified(email: string): Promise<Visitor> {
  const visitor = await signedIn(email);
  await identity.rows("update identity_users set email_verified = true where email = $1", [email]);
  return visitor;
}
const start = (visitor: Visitor, businessName: string) =>
  visit(visitor, businesses, "/account/businesses", {}, { intent: "start", businessName });
const invite = (visitor: Visitor, email: string, role = "member", more: Record<string, string> = {}) =>
  visit(visitor, people, PEOPLE, {}, { intent: "invite", email, role, ...more });
const linkTo = async (email: string) =>
  (await identity.mailsTo(email))
    .findLast((mail) => mail.path.startsWith("/join/"))!
    .path.slice("/join/".length);
const seeLink = (visitor: Visitor, token: string) => visit(visitor, join, `/join/${token}`, { token });
const joinBy = (visitor: Visitor, token: string) => visit(visitor, join, `/join/${token}`, { token }, {});

async function hire(role: string, email = `hire${++count}@colleague.test`): Promise<Visitor> {
  await invite(owner, email, role);
  const visitor = await signedIn(email);
  await joinBy(visitor, await linkTo(email));
  return visitor;
}

beforeEach(async () => {
  ownerEmail = `owner${++count}@business.test`;
  owner = await verified(ownerEmail);
  await start(owner, "Lake View Decking");
});

describe("an invitation's page", () => {
  it("shows a visitor the way to log in or register and back, and joins nobody", async () => {
    await invite(owner, "pat@new.test");
    const token = await linkTo("pat@new.test");
    const guest = new Visitor();
    const { status, shown } = await seeLink(guest, token);
    expect(status).toBe(200);
    expect(shown).toMatchObject({
      kind: "signed-out",
      business: "Lake View Decking",
      inviter: ownerEmail,
      role: "member",
    });
    expect(shown["loginPath"]).toBe(`/login?next=${encodeURIComponent(`/join/${token}`)}`);
    expect(JSON.stringify(shown)).not.toContain("pat@new.test");
    expect(await joinBy(guest, token)).toMatchObject({ status: 303, location: `/join/${token}` });
    expect((await seeLink(guest, token)).shown).toMatchObject({ kind: "signed-out" });
  });

  it("lets the invited person in with one button, switches to the business, and says so when opened again", async () => {
    const email = `pat${++count}@new.test`;
    const pat = await signedIn(email.toUpperCase());
    await start(pat, "Pat's Patios");
    await invite(owner, ` ${email.toUpperCase()} `, "manager");
    const token = await linkTo(email);
    expect((await seeLink(pat, token)).shown).toMatchObject({ kind: "ready", role: "manager", you: email });
    expect(await joinBy(pat, token)).toMatchObject({ status: 303, location: "/account/dashboard" });
    expect((await userOf(pat)).emailVerified).toBe(true);
    expect((await visit(pat, people, PEOPLE)).shown).toMatchObject({ business: "Lake View Decking" });
    expect(await seeLink(pat, token)).toMatchObject({
      status: 410,
      shown: { kind: "joined", business: "Lake View Decking" },
    });
    expect((await seeLink(new Visitor(), token)).shown).toEqual({ kind: "used", business: "" });
  });

  it("tells somebody else that it is not theirs, without the address it was sent to", async () => {
    await invite(owner, "secret.name@new.test");
    const token = await linkTo("secret.name@new.test");
    const other = await signedIn(`other${++count}@elsewhere.test`);
    const { shown } = await seeLink(other, token);
    expect(shown).toMatchObject({ kind: "someone-else", invited: "s…@new.test" });
    expect(JSON.stringify(shown)).not.toContain("secret.name");
    expect((await joinBy(other, token)).location).toBe(`/join/${token}`);
    expect((await visit(owner, people, PEOPLE)).shown["people"]).toHaveLength(1);
  });

  it("has a word for a link that was cut off", async () => {
    expect(await seeLink(new Visitor(), "abc")).toMatchObject({ status: 404, shown: { kind: "unknown" } });
    expect((await joinBy(owner, "../../login")).location).toBe("/join/..%2F..%2Flogin");
  });
});

describe("the page about people", () => {
  it("shows each role what is theirs to do", async () => {
    const [manager, member] = [await hire("manager"), await hire("member")];
    await invite(owner, `waiting${++count}@new.test`, "manager");
    const seen = async (visitor: Visitor) => {
      const { shown } = await visit(visitor, people, PEOPLE);
      return {
        roles: shown["roles"],
        open: (shown["people"] as { role: string; open: boolean }[])
          .filter((one) => one.open)
          .map((one) => one.role),
        invites: (shown["invites"] as { open: boolean }[]).map((one) => one.open),
      };
    };
    // There are no jobs yet, so the form doesn't offer the guest role, although the rule allows it.
    expect(await seen(owner)).toEqual({
      roles: ["manager", "member", "guest"],
      open: ["manager", "member"],
      invites: [true],
    });
    expect(await seen(manager)).toEqual({ roles: ["member", "guest"], open: ["member"], invites: [false] });
    expect(await seen(member)).toEqual({ roles: [], open: [], invites: [false] });
  });

  it("keeps what was typed beside the word that says what is wrong", async () => {
    expect(await invite(owner, "no address", "manager")).toMatchObject({
      status: 422,
      shown: { values: { email: "no address", role: "manager" }, errors: { email: expect.any(String) } },
    });
    expect(await invite(owner, ownerEmail)).toMatchObject({
      status: 422,
      shown: { errors: { email: expect.stringContaining("your own") } },
    });
    expect(await invite(owner, "pat@new.test", "owner")).toMatchObject({
      status: 422,
      shown: { errors: { role: expect.any(String) } },
    });
    expect(await invite(owner, "pat@new.test", "guest", { jobId: newId() })).toMatchObject({
      status: 422,
      shown: { errors: { jobId: expect.any(String) } },
    });
  });

  it("refuses members altogether, and managers what is the owner's, by status", async () => {
    const [manager, member] = [await hire("manager"), await hire("member")];
    const [{ id: ownerId }, { id: memberId }] = [await userOf(owner), await userOf(member)];
    expect((await invite(member, "x@new.test")).status).toBe(403);
    expect((await invite(manager, "x@new.test", "manager")).status).toBe(403);
    for (const fields of [
      { intent: "remove", role: "" },
      { intent: "role", role: "member" },
    ])
      expect((await visit(manager, person, `${PEOPLE}/${ownerId}`, { userId: ownerId }, fields)).status).toBe(
        403,
      );
    expect(
      (
        await visit(
          manager,
          person,
          `${PEOPLE}/${memberId}`,
          { userId: memberId },
          { intent: "role", role: "manager" },
        )
      ).status,
    ).toBe(403);
    expect(
      (
        await visit(
          member,
          person,
          `${PEOPLE}/${memberId}`,
          { userId: memberId },
          { intent: "role", role: "manager" },
        )
      ).status,
    ).toBe(403);
    for (const visitor of [manager, member]) {
      expect((await visit(visitor, handOver, `${PEOPLE}/owner`)).status).toBe(403);
      expect(
        (await visit(visitor, handOver, `${PEOPLE}/owner`, {}, { person: memberId, stays: "manager" }))
          .status,
      ).toBe(403);
      expect((await visit(visitor, history, "/account/settings/history")).status).toBe(403);
      expect((await visit(visitor, historyFile, "/account/settings/history/csv")).status).toBe(403);
    }
    expect(
      ((await visit(owner, people, PEOPLE)).shown["people"] as { role: string }[]).map((one) => one.role),
    ).toEqual(["owner", "manager", "member"]);
  });

  it("ids of another business, of nobody and of no shape are not there", async () => {
    const stranger = await verified(`stranger${++count}@elsewhere.test`);
    await start(stranger, "Elsewhere");
    await invite(owner, "waiting@new.test");
    const [waiting] = (await visit(owner, people, PEOPLE)).shown["invites"] as { id: string }[];
    const { id: ownerId } = await userOf(owner);
    for (const userId of [ownerId, newId(), "nonsense", "' or 1=1"]) {
      expect((await visit(stranger, person, `${PEOPLE}/x`, { userId })).status).toBe(404);
      expect((await visit(stranger, person, `${PEOPLE}/x`, { userId }, { intent: "remove" })).status).toBe(
        404,
      );
    }
    for (const id of [waiting!.id, newId(), "nonsense"])
      for (const intent of ["resend", "revoke"])
        expect((await visit(stranger, people, PEOPLE, {}, { intent, id })).status).toBe(404);
    expect(
      (await visit(stranger, businesses, "/account/businesses", {}, { intent: "switch", id: newId() }))
        .status,
    ).toBe(404);
    expect((await visit(owner, people, PEOPLE)).shown["invites"]).toHaveLength(1);
  });

  it("hands over after a recent proof, and asks for one where it is old", async () => {
    const manager = await hire("manager");
    const { id: personId } = await userOf(manager);
    const { id: ownerId } = await userOf(owner);
    await identity.rows("update identity_sessions set confirmed_at = $1 where user_id = $2", [
      "2020-01-01T00:00:00Z",
      ownerId,
    ]);
    const asked = await visit(owner, handOver, `${PEOPLE}/owner`, {}, { person: personId, stays: "manager" });
    expect(asked.location).toMatch(/^\/account\/confirm\?next=/);
    expect(((await visit(manager, people, PEOPLE)).shown["people"] as { role: string }[])[1]!.role).toBe(
      "manager",
    );
    await identity.rows("update identity_sessions set confirmed_at = $1 where user_id = $2", [
      new Date().toISOString(),
      ownerId,
    ]);
    expect(
      await visit(owner, handOver, `${PEOPLE}/owner`, {}, { person: newId(), stays: "manager" }),
    ).toMatchObject({ status: 422 });
    expect(
      await visit(owner, handOver, `${PEOPLE}/owner`, {}, { person: personId, stays: "king" }),
    ).toMatchObject({ status: 422 });
    expect(
      (await visit(owner, handOver, `${PEOPLE}/owner`, {}, { person: personId, stays: "manager" })).location,
    ).toBe(`${PEOPLE}?done=owner`);
    const again = await visit(owner, handOver, `${PEOPLE}/owner`, {}, { person: personId, stays: "manager" });
    expect(again).toMatchObject({ status: 303, location: PEOPLE });
    expect((await visit(owner, history, "/account/settings/history")).status).toBe(403);
    expect((await visit(manager, history, "/account/settings/history")).status).toBe(200);
  });
});

describe("a browser whose person is removed", () => {
  const dashboard: Screen = {
    loader: (args) => inAccount(args, "work.read", async (ctx) => ({ account: ctx.account.id })),
  };

  it("keeps its session, and is led to the businesses where there is none left", async () => {
    const member = await hire("member");
    const { id: userId } = await userOf(member);
    const before = await visit(member, dashboard, "/account/dashboard");
    expect(before.status).toBe(200);
    expect(
      (await visit(owner, person, `${PEOPLE}/${userId}`, { userId }, { intent: "remove" })).location,
    ).toBe(`${PEOPLE}?done=removed`);
    expect((await visit(member, dashboard, "/account/dashboard")).location).toBe("/account/businesses");
    expect((await visit(member, businesses, "/account/businesses")).shown["businesses"]).toEqual([]);
    // They still reach their personal pages, and no page of the business is offered.
    const groups = async (who: Visitor) => {
      const { shown } = await visit(who, layout, "/account/settings/you");
      return (shown["groups"] as { title: string; pages: { name: string }[] }[]).map(
        ({ title, pages }) => `${title}: ${pages.map(({ name }) => name).join(", ")}`,
      );
    };
    expect(await groups(member)).toEqual([
      "Jobs and data: Your data",
      "Your account: You, Login, Devices, Businesses",
    ]);
    // The technical pages come last.
    expect((await groups(owner)).map((group) => group.split(":")[0])).toEqual([
      "Your business",
      "Website and email",
      "Jobs and data",
      "Your account",
      "Advanced",
    ]);
    expect((await groups(owner)).at(-1)).toBe("Advanced: Sending domain, API and webhooks");
    await start(member, "On my own");
    const after = await visit(member, dashboard, "/account/dashboard");
    expect(after.status).toBe(200);
    expect(after.shown["account"]).not.toBe(before.shown["account"]);
  });
});

describe("a guest", () => {
  const JOB = newId();
  const page = (action: Parameters<typeof inAccount>[1]): Screen => ({
    loader: (args) => inAccount(args, action, async () => ({ in: true })),
    action: (args) => inAccount(args, action, async () => ({ in: true })),
  });

  it("comes in to one job, and to nothing else", async () => {
    setInviteJobs(async () => [{ id: JOB, name: "12 Oak St" }]);
    const email = `guest${++count}@new.test`;
    const none = { jobId: "" };
    expect(JSON.stringify((await invite(owner, email, "guest", none)).shown)).toContain("Choose the job");
    // The form offers jobs to choose from, and a member needs none.
    expect((await invite(owner, `member${count}@new.test`, "member", none)).location).toBe(
      `${PEOPLE}?done=invited`,
    );
    expect((await invite(owner, email, "guest", { jobId: JOB })).location).toBe(`${PEOPLE}?done=invited`);
    const guest = await signedIn(email);
    await joinBy(guest, await linkTo(email));
    await identity.rows("update identity_users set name = 'Gus Guest' where email = $1", [email]);
    const { shown } = await visit(owner, people, PEOPLE);
    expect(shown["people"]).toContainEqual(
      expect.objectContaining({ email, name: "Gus Guest", role: "guest", job: "12 Oak St" }),
    );
    setInviteJobs(async () => []);
    expect((await visit(guest, page("work.read"), "/account/dashboard")).location).toBe(
      `/account/job/${JOB}`,
    );
    expect((await visit(guest, page("work.read"), "/account/dashboard", {}, {})).status).toBe(403);
    expect((await visit(guest, page("job.work"), `/account/job/${JOB}`, { jobId: JOB })).status).toBe(200);
    expect((await visit(guest, page("job.work"), `/account/job/${newId()}`, { jobId: newId() })).status).toBe(
      404,
    );
    for (const [screen, path] of [
      [people, PEOPLE],
      [person, `${PEOPLE}/x`],
      [history, "/account/settings/history"],
      [page("work.read"), "/account/magnets"],
    ] as const)
      expect((await visit(guest, screen, path)).status, path).toBe(403);
    expect((await visit(guest, layout as Screen, "/account/settings")).location).toBe(
      "/account/settings/you",
    );
    const { businesses: own } = (await visit(guest, businesses, "/account/businesses")).shown as {
      businesses: { id: string; role: string }[];
    };
    expect(own.map((one) => one.role)).toEqual(["guest"]);
    expect(
      (await visit(guest, businesses, "/account/businesses", {}, { intent: "leave", id: own[0]!.id }))
        .location,
    ).toBe("/account/businesses?left");
    expect((await visit(guest, businesses, "/account/businesses")).shown["businesses"]).toEqual([]);
  });
});
