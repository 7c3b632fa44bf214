import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signJWT } from "better-auth/crypto";
import { findPerson, resendVerification } from "../public.server.ts";
import { openIdentity, PASSWORD, signedIn, Visitor } from "../testing/visits.ts";

let identity: Awaited<ReturnType<typeof openIdentity>>;
beforeAll(async () => void (identity = await openIdentity()));
afterAll(() => identity.drop());

const linkTo = async (email: string) => (await identity.mailsTo(email))[0]!.path;
const isVerified = async (email: string) =>
  (
    await identity.rows<{ email_verified: boolean }>(
      "select email_verified from identity_users where email = $1",
      [email],
    )
  )[0]!.email_verified;

describe("/verify/address", () => {
  test("verifies the signed-in person who opens it, once", async () => {
    const visitor = await signedIn("opens@example.com");
    const link = await linkTo("opens@example.com");
    expect(await isVerified("opens@example.com")).toBe(false);
    const page = await visitor.get(link);
    expect(page.status).toBe(200);
    expect(page.html).toContain("Your email is verified.");
    expect(page.headers.get("Referrer-Policy")).toBe("same-origin");
    expect(await isVerified("opens@example.com")).toBe(true);
    expect(await findPerson(visitor.request("/"))).toMatchObject({ emailVerified: true });
    expect((await visitor.get(link)).html).toContain("Your email is verified.");
  });

  test("also requires a session: others are sent to log in and back", async () => {
    await new Visitor().post("/register", {
      email: "hijacked@example.com",
      password: PASSWORD,
      confirmPassword: PASSWORD,
    });
    const link = await linkTo("hijacked@example.com");
    const reader = new Visitor();
    const page = await reader.get(link);
    expect(page.status).toBe(200);
    const login = `/login?next=${encodeURIComponent(link)}`;
    expect(page.html).toContain(`href="${login}"`);
    expect(await isVerified("hijacked@example.com")).toBe(false);
    const signedInAnswer = await reader.post(login, { email: "hijacked@example.com", password: PASSWORD });
    expect(signedInAnswer.location).toBe(link);
    expect((await reader.get(link)).html).toContain("Your email is verified.");
  });

  test("doesn't verify another person's address", async () => {
    await signedIn("hers@example.com");
    const his = await signedIn("his@example.com");
    const link = await linkTo("hers@example.com");
    const answer = await his.get(link);
    expect(answer.status).toBe(200);
    expect(answer.html).toContain("a different account");
    expect(answer.html).not.toContain("hers@example.com");
    expect(await isVerified("hers@example.com")).toBe(false);
    expect(await isVerified("his@example.com")).toBe(false);
  });

  test("verifies no later account with the same address", async () => {
    const first = await signedIn("reused@example.com");
    const person = await findPerson(first.request("/"));
    await resendVerification(person!);
    const links = (await identity.mailsTo("reused@example.com")).map((mail) => mail.path);
    expect(links).toHaveLength(2);
    await identity.rows("update identity_users set email = 'moved@example.com' where id = $1", [person!.id]);
    const second = await signedIn("reused@example.com");
    for (const link of links) expect((await second.get(link)).status).toBe(410);
    expect(await isVerified("reused@example.com")).toBe(false);
    expect((await second.get((await identity.mailsTo("reused@example.com"))[2]!.path)).status).toBe(200);
    expect(await isVerified("reused@example.com")).toBe(true);
  });

  test("refuses links that are wrong, forged or expired", async () => {
    const visitor = await signedIn("forged@example.com");
    const token = (await linkTo("forged@example.com")).split("=")[1]!;
    const [head = "", body = "", signature = ""] = token.split(".");
    const none = Buffer.from('{"alg":"none"}').toString("base64url");
    const stranger = await signJWT(
      { email: "forged@example.com" },
      "a secret that is not ours, 32 long",
      3600,
    );
    const wrong = [
      "",
      "x",
      "a.b.c",
      `${head}.${body}.`,
      `${none}.${body}.`,
      `${head}.${body}.${signature.slice(1)}`,
      stranger,
      "%00",
      "x".repeat(9000),
    ];
    for (const bad of wrong) {
      const answer = await visitor.get(`/verify/address?token=${bad}`);
      expect(answer.status).toBe(410);
      expect(answer.html).toContain("This link no longer works");
      expect(answer.html).toContain('href="/account/settings/you"');
    }
    expect(await isVerified("forged@example.com")).toBe(false);
    const { exp, iat } = JSON.parse(Buffer.from(body, "base64url").toString()) as {
      exp: number;
      iat: number;
    };
    expect(exp - iat).toBe(3 * 86_400);
  });

  test("says in its email how long the link works, in text and HTML", async () => {
    await signedIn("mail@example.com");
    const [mail] = await identity.mailsTo("mail@example.com");
    for (const form of [mail!.text, mail!.html]) {
      expect(form).toContain("Plumbline");
      expect(form).toContain("3 days");
      expect(form).toContain(mail!.path.split("=")[1]);
    }
    expect(`${mail!.text}${mail!.html}`).not.toMatch(/unsubscribe/i);
  });
});
