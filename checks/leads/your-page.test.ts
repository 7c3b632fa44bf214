import { describe, expect, it } from "vitest";
import { loader as picture } from "#ground/businesses/look/picture.ts";
import { picturePath } from "#ground/businesses/look/public-picture.server.ts";
import { nextSteps, readReviewsAt } from "#trade/leads/profile/profile.ts";
import { registerVisitLink, visitLink } from "#trade/leads/profile/visit-link.ts";
import { askByEmail, askerToken, readAsker } from "#trade/leads/questions/ask.server.ts";
import { leadHistory } from "#trade/leads/data.server.ts";
import { getLead } from "#trade/leads/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { now, withAccount } from "#platform/db/scope.server.ts";
import { parseForm } from "#platform/http/request/form.server.ts";
import { FRIDAY, leadPages } from "../testing/lead-pages.ts";

// What a page says of a business, and questions from it.

const shop = leadPages();
const inShop = <T>(work: Parameters<typeof withAccount<T>>[1]) => withAccount(shop.account, work);

describe("a public picture", () => {
  it("is found by its own address only", async () => {
    const { files } = installation();
    const work = await files.put(shop.account, Buffer.from("webp"), "workwebp");
    const path = picturePath("work", work)!;
    const [, , kind, file] = path.split("/") as [string, string, string, string];
    const get = (params: Record<string, string>) =>
      picture({ ...(shop.argsOf(path, params, shop.owner) as object) } as never);
    const found = await get({ kind, file });
    expect([found.status, found.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(found.headers.get("content-security-policy")).toContain("sandbox");
    for (const params of [
      { kind: "face", file },
      { kind: "logo", file },
      { kind: "constructor", file },
      { kind, file: file.replace("webp", "png") },
      { kind, file: `B${file.slice(1)}` },
      { kind, file: "../../etc/passwd" },
    ])
      expect((await get(params)).status).toBe(404);
    // A guide, a person’s file, or anything else stored has no address.
    for (const extension of ["pdf", "leadfile", "photojpeg"])
      expect(picturePath("work", await files.put(shop.account, Buffer.from("x"), extension))).toBeNull();
  });
});

describe("what a page says", () => {
  it("leads to reviews to read, not to a form that writes one", () => {
    expect(readReviewsAt("https://g.page/r/abc/review")).toBe("https://g.page/r/abc");
    expect(readReviewsAt("https://search.google.com/local/writereview?placeid=A1")).toBe(
      "https://search.google.com/local/reviews?placeid=A1",
    );
    expect(readReviewsAt("https://facebook.com/rivera/review")).toBe("https://facebook.com/rivera/review");
  });

  it("promises only what is set up", () => {
    expect(nextSteps("9 questions", "Ana", undefined)).toHaveLength(2);
    expect(nextSteps("9 questions", "Ana", { emails: 1, days: 3 }).at(-1)).toContain(
      "3 days you’ll get one more email",
    );
    expect(nextSteps("9 questions", "Ana", { emails: 4, days: 20 }).at(-1)).toContain(
      "3 weeks you’ll get up to 4 more",
    );
  });

  it("offers a visit only while the business takes visits", async () => {
    expect(await inShop((ctx) => visitLink(ctx, null))).toBeNull();
    registerVisitLink((_ctx, leadId) => Promise.resolve(`/visits/${leadId ?? "summit"}`));
    expect(await inShop((ctx) => visitLink(ctx, null))).toBe("/visits/summit");
    registerVisitLink(() => Promise.resolve(null));
  });
});

describe("a question from a page", () => {
  it("is theirs who asked, for a day, on that page", () => {
    const token = askerToken("summit", "dana@client.test", now());
    expect(readAsker("summit", token, now())).toBe("dana@client.test");
    expect(readAsker("other", token, now())).toBeUndefined();
    expect(readAsker("summit", token, Temporal.Instant.from(FRIDAY).add({ hours: 25 }))).toBeUndefined();
    for (const forged of ["", "x", token.slice(1), "A".repeat(5000)])
      expect(readAsker("summit", forged, now())).toBeUndefined();
  });

  it("is one reply however often it is sent, and waits for an answer", async () => {
    const leadId = await shop.come();
    const { email } = await inShop((ctx) => getLead(ctx, leadId));
    const form = parseForm("question=Do+you+move+walls%3F&asked=1");
    for (let time = 0; time < 2; time++) await inShop((ctx) => askByEmail(ctx, email!, form));
    const { replies } = await inShop((ctx) => leadHistory(ctx, leadId));
    expect(replies).toMatchObject([{ via: "page", body: "Do you move walls?", waiting: true }]);
    expect((await inShop((ctx) => getLead(ctx, leadId))).repliedAt).not.toBeNull();
    for (const body of ["question=", "question=+%0A", `question=${"x".repeat(4001)}`])
      await expect(inShop((ctx) => askByEmail(ctx, email!, parseForm(body)))).rejects.toMatchObject({
        code: "invalid",
        fields: { question: expect.any(String) },
      });
    await expect(inShop((ctx) => askByEmail(ctx, "nobody@x.test", form))).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("is limited", async () => {
    const leadId = await shop.come();
    const { email } = await inShop((ctx) => getLead(ctx, leadId));
    const ask = (at: number) =>
      inShop((ctx) => askByEmail(ctx, email!, parseForm(`question=${at}&asked=${at}`)));
    for (let at = 0; at < 10; at++) await ask(at);
    await expect(ask(11)).rejects.toMatchObject({ status: 429 });
  });
});
