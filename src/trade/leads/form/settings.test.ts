import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { parseForm } from "#platform/http/request/form.server.ts";
import { captureForm } from "../capture/post-form.server.ts";
import { listQuarantined, releaseQuarantined } from "../spam/quarantine.server.ts";
import { action as sendPage } from "../page/page.tsx";
import { argsOf, filled, kept, post, shop } from "../testing/forms.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestInstallation(testClock("2026-11-20T17:00:00Z"));
});
afterAll(() => test.drop());

/** Where a request leads: it names who asked, so that they can ask a question. */
const thanksAt = (slug: string) => new RegExp(`^/p/${slug}\\?thanks=[\\w-]+$`);

describe("hostile input", () => {
  const HOSTILE = "Eve\r\nBcc: all@victim.test\u0000 <script>alert(1)</script> \u202egnp.exe\u2066 x";
  it("becomes one line in a name and plain text in a message, and loses only bidi controls", async () => {
    const { account, slug } = await shop();
    expect(
      (await post(slug, filled({ name: HOSTILE, need: HOSTILE, when: HOSTILE, address: HOSTILE }))).status,
    ).toBe(200);
    // A name that contains a script is quarantined.
    const [held] = await withAccount(account, (ctx) => listQuarantined(ctx));
    await withAccount(account, (ctx) => releaseQuarantined(ctx, held!.id, held!.email));
    const lead = (await kept(account))!;
    const line = "Eve Bcc: all@victim.test <script>alert(1)</script> gnp.exe x";
    expect(lead.name).toBe(line);
    expect(lead.touches[0]!.answers).toEqual({
      need: line.replace("Eve ", "Eve\n"),
      when: line,
      address: line.replace("Eve ", "Eve\n"),
    });
  });

  it("is refused with a field error when it has 10 KB", async () => {
    const { slug } = await shop();
    const long = "x".repeat(10_240);
    const answer = await post(
      slug,
      filled({ name: long, need: long, phone: long, address: long, when: long }),
    );
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      fields: {
        name: "Please keep your name under 120 characters.",
        phone: "Please keep the number under 40 characters.",
        address: "Please keep the address under 300 characters.",
        need: "Please keep this under 2,000 characters.",
        when: "Please keep this under 200 characters.",
      },
    });
  });

  it("never reaches an email address", async () => {
    const { slug } = await shop();
    for (const email of ["a@b.test\r\nBcc: c@d.test", "a@b.test,c@d.test", "<a@b.test>", "a\u202e@b.test"])
      expect((await post(slug, filled({ email }))).status, email).toBe(422);
  });
});

describe("a plain HTML form of another site", () => {
  const sendPlain = (
    slug: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>>,
  ) =>
    Promise.resolve(
      sendPage(
        argsOf(slug, { method: "POST", body: new URLSearchParams(fields), headers }, undefined, "/p/"),
      ),
    );

  it("redirects to the thank-you, and takes its page from the Referer header", async () => {
    const { account, slug } = await shop();
    const answer = await sendPlain(slug, filled(), { Referer: "https://ridge.example/" });
    expect(answer).toBeInstanceOf(Response);
    expect([(answer as Response).status, (answer as Response).headers.get("location")]).toEqual([
      303,
      expect.stringMatching(thanksAt(slug)),
    ]);
    expect((await kept(account))!.touches[0]!.source).toEqual({ page: "ridge.example" });
  });

  it("returns the typed values when a field is missing", async () => {
    const { slug } = await shop();
    const answer = (await sendPlain(slug, filled({ phone: "12", need: "Two\nlines", texts: "yes" }), {})) as {
      data: { values: object; errors: object };
    };
    expect(answer.data.values).toMatchObject({
      phone: "12",
      need: "Two\nlines",
      texts: "yes",
      name: "Dana Ruiz",
    });
    expect(answer.data.errors).toEqual({ phone: expect.stringContaining("too short") });
  });

  it("follows the same rules when our own page posts it through the quick path", async () => {
    const { slug } = await shop();
    expect(
      await captureForm.take(slug, parseForm(new URLSearchParams(filled()).toString()), undefined),
    ).toMatch(thanksAt(slug));
    await expect(
      captureForm.take(slug, parseForm(new URLSearchParams(filled({ need: "" })).toString()), undefined),
    ).rejects.toMatchObject({
      fields: { need: expect.any(String) },
    });
  });
});
