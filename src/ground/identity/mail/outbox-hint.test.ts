import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { openIdentity, PASSWORD, signedIn, Visitor } from "../testing/visits.ts";

let identity: Awaited<ReturnType<typeof openIdentity>>;
let whole: ReturnType<typeof installation>;
beforeAll(async () => {
  identity = await openIdentity();
  whole = installation();
});
afterAll(() => identity.drop());

const setUp = (mailServer: string | null, publicUrl = "http://localhost:3000") =>
  useInstallation({ ...whole, publicUrl, setup: { dataDir: "/srv/data", mailServer, mailbox: null } });

describe("somebody who waits for a mail", () => {
  const register = async (email: string) =>
    (await new Visitor().post("/register", { email, password: PASSWORD, confirmPassword: PASSWORD })).html;
  const asked = async (path: string) =>
    (await new Visitor().post(path, { email: "nobody@example.com" })).html;
  beforeEach(() => setUp(null));

  test("is told where it is on a machine without a mail server", async () => {
    const visitor = await signedIn("newcomer@example.com");
    for (const html of [
      await register("newcomer2@example.com"),
      await asked("/forgot"),
      await asked("/login/link"),
      (await visitor.get("/account/settings/you")).html,
    ])
      expect(html).toContain("the newest is in /srv/data/outbox/mail.");
    // Who waits for nothing needs no word of it.
    await identity.rows(
      "update identity_users set email_verified = true where email = 'newcomer@example.com'",
    );
    expect((await visitor.get("/account/settings/you")).html).not.toContain("outbox");
  });

  test("is told on a public site that none will come, and not where files lie", async () => {
    setUp(null, "https://plumbline.example");
    const html = await asked("/forgot");
    expect(html).toContain("This site has no mail server yet");
    expect(html).not.toContain("/srv/data");
  });

  test("is told nothing where mail leaves", async () => {
    setUp("smtp.example");
    expect(await asked("/forgot")).not.toMatch(/no mail server|outbox/i);
    expect(await register("newcomer3@example.com")).not.toMatch(/no mail server|outbox/i);
  });
});
