import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { unzipSync } from "fflate";
import { drawDerivatives } from "#ground/media/derivatives.server.ts";
import { linkToJob } from "#ground/media/public.server.ts";
import { mediaOriginals } from "#ground/media/tables.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { RUN } from "#trade/inspections/rules/run.ts";
import { ISSUE } from "#trade/issues/rules/issue.ts";
import { REPLY } from "#trade/issues/rules/reply.ts";
import * as form from "#tools/safety/audit/page.tsx";
import { loader as pdfOf } from "#tools/safety/audit/pdf.ts";
import { loader as zipOf } from "#tools/safety/audit/zip.ts";
import { INJURY } from "#tools/safety/incidents/stored/injury.ts";
import { numberSheetTask } from "#tools/safety/paper/number.server.ts";
import { SIGN, TALK } from "#tools/safety/rules/talk.ts";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { argsOf, somebody, type Somebody } from "../testing/changes.ts";
import { db, guest, job, nextJob, shop, withShop } from "../testing/estimates.ts";
import { pagesOf } from "../testing/pdf-text.ts";
import { visit } from "../testing/screens.ts";
import { DAY, FINISHED, signing, started, write } from "../testing/talks.ts";

// The safety report of some days, as an insurer gets it, against the real database.

withShop("America/Denver");

const get = (query: string, { by = shop.visitor, zip = false } = {}) =>
  (zip ? zipOf : pdfOf)(argsOf(by.request(`/account/safety/audit/file?${query}`), {}));
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

/** A photo that the server has. */
async function photo(color: string) {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const stored = await installation().files.put(shop.account, bytes, "photojpeg");
  await withAccount(shop.account, async (ctx) => {
    await ctx.db.insert(mediaOriginals).values({
      ...{
        accountId: shop.account,
        sha256,
        file: stored,
        bytes: bytes.length,
        kind: "jpeg",
        state: "waiting",
      },
      ...{ width: 400, height: 300, receivedAt: ctx.now },
    });
    await linkToJob(ctx, sha256, job);
  });
  await drawDerivatives(shop.account, sha256);
  return { [`photos.${sha256}`]: { type: "image/jpeg", at: 1 } };
}

async function given(...names: string[]) {
  const talk = await started(names);
  await write(shop, newLocalId(), signing(talk, names[0]!), SIGN);
  await numberSheetTask.run({ accountId: shop.account, id: talk }, Temporal.Now.instant());
  return talk;
}

const today = () => Temporal.Now.zonedDateTimeISO("America/Denver").toPlainDate().toString();

describe("an audit report", () => {
  it("has the talks, inspections and actions of its days, with what was fixed, and nothing of others", async () => {
    const talk = await given("Luis Ortega", "Ana Paz");
    await write(shop, talk, { finishedAt: FINISHED }, TALK);
    const list = { "sections.a": { at: 0, title: "", items: [{ id: "rails", text: "Rails are whole" }] } };
    await write(
      shop,
      newLocalId(),
      { title: "Ladders", from: "safety-ladders", state: "open", ...list },
      RUN,
    );
    await write(shop, newLocalId(), { title: "Roof final", from: "roof-final", state: "open", ...list }, RUN);
    const wrong = { title: "Guardrail missing", where: "North side", state: "open", priority: "high" };
    const action = await write(
      shop,
      newLocalId(),
      { ...wrong, safety: true, ...(await photo("#a33")) },
      ISSUE,
    );
    await write(shop, newLocalId(), { issue: action, type: "fixed", ...(await photo("#3a3")) }, REPLY);
    await write(shop, newLocalId(), { ...wrong, title: "Scratched door" }, ISSUE);

    const answer = await get(`from=${DAY}&to=${today()}&job=${job}`);
    expect(answer.headers.get("content-disposition")).toContain(`safety-audit-${DAY}-to-${today()}.pdf`);
    const pdf = await bytesOf(answer);
    if (process.env["SCREENSHOTS"]) writeFileSync(path.join(process.env["SCREENSHOTS"], "audit.pdf"), pdf);
    const words = (await pagesOf(pdf)).join(" ");
    for (const part of ["Trenches", "Dana Hale", "1 of 2", "Ladders", "Guardrail missing, North side"])
      expect(words).toContain(part);
    for (const part of ["Before and after", "History check", "Inspections", "Corrective actions"])
      expect(words).toContain(part);
    for (const part of ["Roof final", "Scratched door"]) expect(words).not.toContain(part);

    await nextJob();
    const other = (await pagesOf(await bytesOf(await get(`from=${DAY}&to=${DAY}&job=${job}`)))).join();
    expect(other).not.toContain("Trenches");
    expect(other).toContain("No toolbox talks on these days.");
  });

  it("has injuries without a name for owners, and none for a manager; near misses, cards and sheets for both", async () => {
    await nextJob();
    const injury = {
      when: { date: "2026-11-01", time: "23:50", zone: "America/Denver" },
      known: "2026-11-02T06:55:00Z",
      person: { name: "Luis Zygomatic", title: "Roofer" },
      ...{ what: "Fell from the ladder", injury: "Zygomatic fracture", "parts.face": true },
    };
    await write(shop, newLocalId(), injury, INJURY);
    const manager = await somebody(db, "manager@audit.test");
    await db.query(
      "insert into businesses_members (account_id, user_id, role, created_at) values ($1, $2, 'manager', now())",
      [shop.account, manager.who.id],
    );
    const wordsFor = async (by: Somebody["visitor"]) =>
      (await pagesOf(await bytesOf(await get("from=2026-11-01&to=2026-11-30&job=", { by })))).join(" ");
    const [owners, managers] = [await wordsFor(shop.visitor), await wordsFor(manager.visitor)];
    expect(owners).toContain("Injuries");
    expect(owners).toContain("Not decided yet");
    expect(owners).not.toMatch(/Zygomatic|Fell from the ladder|face/);
    expect(managers).not.toContain("Injuries");
    expect(managers).not.toContain("Not decided yet");
    for (const part of ["Hazards before work", "Near misses", "Cards", "Safety plans and SDS"])
      for (const words of [owners, managers]) expect(words).toContain(part);
  });

  it("comes with the PDF of every talk as a ZIP", async () => {
    await nextJob();
    await given("Luis Ortega");
    await given("Ana Paz");
    const zip = unzipSync(await bytesOf(await get(`from=${DAY}&to=${DAY}&job=${job}`, { zip: true })));
    const names = Object.keys(zip);
    expect(names).toHaveLength(3);
    expect(names[0]).toBe("safety-audit.pdf");
    for (const name of names.slice(1)) {
      expect(name).toMatch(/^talks\/TBT-2026-\d{4} .+\.pdf$/);
      expect((await pagesOf(zip[name]!)).join(" ")).toContain("Trenches");
    }
  });

  it("says what is wrong with its days beside them, and isn’t for guests", async () => {
    const ask = (query: string) => visit(shop.visitor, form, `/account/safety/audit?${query}`);
    const wrong = await ask("make=pdf&from=2026-11-30&to=2026-11-01&job=");
    expect(wrong.shown["errors"]).toEqual({ to: "The last day can’t be before the first." });
    expect(wrong.shown["values"]).toEqual({ from: "2026-11-30", to: "2026-11-01", job: "" });
    expect((await ask("make=zip&from=2026-13-01&to=")).shown["errors"]).toMatchObject({
      from: "Enter a day, such as 11/30/2026.",
    });
    const good = await ask(`make=zip&from=2026-01-01&to=${DAY}&job=`);
    expect(good.location).toBe(`/account/safety/audit/files.zip?from=2026-01-01&to=${DAY}&job=`);
    expect((await get("from=2026-12-01&to=2026-11-01")).status).toBe(422);
    expect((await get(`from=${DAY}&to=${DAY}`, { by: guest.visitor })).status).toBe(403);
  });
});
