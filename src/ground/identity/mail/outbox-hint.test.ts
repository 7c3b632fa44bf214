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

describe("a person waiting for an email", () => {
  const register = async (email: string) =>
    (await new Visitor().post("/register", { email, password: PASSWORD, confirmPassword: PASSWORD })).html;
  const asked = async (path: string) =>
    (await new Visitor().post(path, { email: "nobody@example.com" })).html;
  beforeEach(() => setUp(null));

  test("sees where the file is on a machine without a mail server", async () => {
    const visitor = await signedIn("newcomer@example.com");
    for (const html of [
      await register("newcomer2@example.com"),
      await asked("/forgot"),
      await asked("/login/link"),
      (await visitor.get("/account/settings/you")).html,
    ])
      expect(html).toContain("The newest is in /srv/data/outbox/mail.");
    // A verified person isn't waiting for an email.
    await identity.rows(
      "update identity_users set email_verified = true where email = 'newcomer@example.com'",
    );
    expect((await visitor.get("/account/settings/you")).html).not.toContain("outbox");
  });

  test("learns on a public site that none will come, without a file path", async () => {
    setUp(null, "https://plumbline.example");
    const html = await asked("/forgot");
    expect(html).toContain("This site has no mail server yet");
    expect(html).not.toContain("/srv/data");
  });

  test("sees no hint when a mail server is configured", async () => {
    setUp("smtp.example");
    expect(await asked("/forgot")).not.toMatch(/no mail server|outbox/i);
    expect(await register("newcomer3@example.com")).not.toMatch(/no mail server|outbox/i);
  });
});
