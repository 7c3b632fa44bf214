import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Person, withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { readHistory } from "../history/queries.server.ts";
import { acceptInvite, inviteToAccount, openInvites, resendInvite } from "./invites.server.ts";
import { changeRole, leaveBusiness, listPeople, makeOwner, removePerson } from "./people.server.ts";
import { acting, businessOf, colleague, newestToken, somebody } from "../testing/people.ts";

let test: TestDatabase;
let owner: Person;
let account: string;

beforeAll(async () => void (test = await createTestInstallation(testClock("2026-11-20T16:00:00Z"))));
afterAll(() => test.drop());
beforeEach(async () => {
  owner = await somebody();
  account = await businessOf(owner);
});

const hire = (role: "manager" | "member") => colleague(owner, account, role);

describe("invitations by a person who loses the right to give them", () => {
  const inviteBy = async (by: Person, role: "manager" | "member" = "member") => {
    const invited = await somebody();
    await acting(by, account, (ctx) => inviteToAccount(ctx, { email: invited.email, role }));
    const token = await newestToken(invited.email);
    return { invited, join: () => acceptInvite(token, invited) };
  };
  const people = async () => (await withAccount(account, listPeople)).map(({ email }) => email);

  it("are canceled when the person is removed, with the reason in the history", async () => {
    const [pat, kim] = [await hire("manager"), await hire("manager")];
    const [theirs, another] = [await inviteBy(pat), await inviteBy(kim)];
    await acting(owner, account, (ctx) => removePerson(ctx, pat.id));
    expect(await theirs.join()).toEqual({ kind: "revoked" });
    expect(await people()).not.toContain(theirs.invited.email);
    const { lines } = await acting(owner, account, (ctx) =>
      readHistory(ctx, { who: "", kind: "people.invite-revoked" }, 1),
    );
    expect(lines.map((line) => line.details)).toEqual([
      `email: ${theirs.invited.email}, role: member, because: the person who invited them is no longer in the business`,
    ]);
    expect(await another.join()).toMatchObject({ kind: "joined" });
  });

  it("are canceled when the person leaves or becomes a member", async () => {
    const [pat, kim] = [await hire("manager"), await hire("manager")];
    const [one, two] = [await inviteBy(pat), await inviteBy(kim)];
    await leaveBusiness(pat, account);
    await acting(owner, account, (ctx) => changeRole(ctx, kim.id, "member"));
    for (const each of [one, two]) expect(await each.join()).toEqual({ kind: "revoked" });
  });

  it("for managers are canceled when an owner hands over; those for members stay", async () => {
    const second = await hire("manager");
    const [manager, member] = [await inviteBy(owner, "manager"), await inviteBy(owner)];
    await acting(owner, account, (ctx) => makeOwner(ctx, second.id, "manager"));
    expect(await manager.join()).toEqual({ kind: "revoked" });
    expect(await member.join()).toMatchObject({ kind: "joined" });
  });

  it("stay open if another person has sent them again", async () => {
    const pat = await hire("manager");
    const { invited } = await inviteBy(pat);
    await acting(owner, account, async (ctx) => resendInvite(ctx, (await openInvites(ctx))[0]!.id));
    await acting(owner, account, (ctx) => removePerson(ctx, pat.id));
    expect(await acceptInvite(await newestToken(invited.email), invited)).toMatchObject({ kind: "joined" });
  });
});
