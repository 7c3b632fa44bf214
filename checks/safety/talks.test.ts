import { describe, expect, it } from "vitest";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { listItems } from "#ground/worklist/public.server.ts";
import * as link from "#tools/safety/own-phone/link.ts";
import * as page from "#tools/safety/own-phone/page.tsx";
import { rowsOf } from "#tools/safety/office/rows.server.ts";
import { numberSheetTask } from "#tools/safety/paper/number.server.ts";
import { loader as pdf } from "#tools/safety/paper/pdf.ts";
import { personKey, SIGN, standingOf, TALK, talkOf } from "#tools/safety/rules/talk.ts";
import { versionOf } from "#tools/safety/rules/text.ts";
import { signsOf } from "#tools/safety/stored/signs.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { argsOf } from "../testing/changes.ts";
import { db, fetched, guest, job, send, shop, withShop } from "../testing/estimates.ts";
import { pagesOf } from "../testing/pdf-text.ts";
import { visit } from "../testing/screens.ts";
import { drawing, FINISHED, signing, started, text, version } from "../testing/talks.ts";

// Talks from a phone to their paper, against the real database.

withShop("America/Denver");

const sign = (talk: string, name: string, more: Record<string, unknown> = {}, by = shop as typeof guest) =>
  send(by, newLocalId(), signing(talk, name, more), SIGN);

const talkNow = async (id: string) => talkOf(shownFields((await fetched(shop, id))!.fields));
const standing = async (id: string) =>
  standingOf(id, await talkNow(id), await withAccount(shop.account, (ctx) => signsOf(ctx, job, id)));
const numbered = (id: string) => numberSheetTask.run({ accountId: shop.account, id }, Temporal.Now.instant());

/** What a worker's phone opens. */
async function codeOf(id: string): Promise<string> {
  const request = shop.visitor.request(`/account/safety/${id}/link`, { method: "POST" });
  const answer = await link.action(argsOf(request, { talkId: id }));
  const { address, path } = (await answer.json()) as link.SignLink;
  expect(path).toMatch(/^M\d/);
  return new URL(address).pathname.split("/")[2]!;
}
const open = (token: string, query = "") => visit(new Visitor(), page, `/s/${token}/talk${query}`, { token });
const fill = (token: string, fields: Record<string, string>, query = "?lang=es") =>
  visit(new Visitor(), page, `/s/${token}/talk${query}`, { token }, { form: newLocalId(), ...fields });

describe("a talk", () => {
  it("gets a number without a gap, once", async () => {
    const [one, other] = [await started(["Luis Ortega"]), await started(["Ana Paz"])];
    await numbered(one);
    await numbered(one);
    await numbered(other);
    const [first, second] = [(await talkNow(one)).number!, (await talkNow(other)).number!];
    expect(first).toMatch(/^TBT-2026-\d{4}$/);
    expect(Number(second.slice(-4)) - Number(first.slice(-4))).toBe(1);
    expect(await send(shop, one, { number: "TBT-2026-9999" }, TALK, await fetched(shop, one))).toMatchObject({
      ...{ is: "refused", code: "forbidden" },
    });
  });

  it("has the words that were read, which nobody changes", async () => {
    const id = await started(["Luis Ortega"]);
    const before = await fetched(shop, id);
    const other = { ...text, title: { ...text.title, en: "Something else" } };
    for (const sets of [{ text: other }, { text: other, version: versionOf(other) }])
      expect(await send(shop, id, sets, TALK, before)).toMatchObject({ is: "refused", code: "conflict" });
    expect(
      await send(shop, newLocalId(), { date: "2026-11-29", text: other, version, leader: "D" }, TALK),
    ).toMatchObject({ is: "refused", code: "invalid" });
  });

  it("is complete once everybody who was there signed, and says who was late", async () => {
    const id = await started(["Luis Ortega", "Ana Paz"]);
    expect(await sign(id, "Luis Ortega")).toMatchObject({ is: "held" });
    expect(await send(shop, id, { finishedAt: FINISHED }, TALK, await fetched(shop, id))).toMatchObject({
      is: "held",
    });
    expect(await standing(id)).toMatchObject({ signed: 1, isComplete: false });
    expect(await sign(id, "Ana Paz", { at: "2026-11-29T15:10:00.000Z" })).toMatchObject({ is: "held" });
    expect(await standing(id)).toMatchObject({ signed: 2, late: 1, isComplete: true });
    for (const sets of [{ notes: "More" }, { removed: true }, { leader: "Else" }])
      expect(await send(shop, id, sets, TALK, await fetched(shop, id))).toMatchObject({
        ...{ is: "refused", code: "conflict" },
      });
  });

  it("merges people and signatures of two phones that had no signal", async () => {
    const id = await started(["Luis Ortega"]);
    const seen = await fetched(shop, id);
    const key = (name: string) => `people.${personKey(id, name)}`;
    const one = { [key("Ana Paz")]: { name: "Ana Paz" } };
    const other = { [key("Ana  PAZ")]: { name: "Ana PAZ" } };
    expect(await send(shop, id, one, TALK, seen)).toMatchObject({ is: "held" });
    expect(await send(guest, id, other, TALK, seen)).toMatchObject({ is: "held" });
    await sign(id, "Ana Paz");
    await sign(id, "Luis Ortega", {}, guest);
    const now = await standing(id);
    expect(now.rows).toHaveLength(2);
    expect(now.signed).toBe(2);
    expect(now.rows.map(({ sign: given }) => given?.author)).toEqual([shop.who.id, guest.who.id]);
  });

  it("refuses a signature without a stroke, for other words, and for a talk that isn’t there", async () => {
    const id = await started(["Luis Ortega"]);
    const dot = { ...drawing, strokes: [[[10, 10, 0]]] };
    expect(await sign(id, "Luis Ortega", { drawing: dot })).toMatchObject({
      ...{ is: "refused", why: "There’s no signature in the box. Sign again." },
    });
    expect(await sign(id, "Luis Ortega", { version: "0".repeat(64) })).toMatchObject({
      ...{ is: "refused", code: "invalid" },
    });
    expect(await sign(newLocalId(), "Luis Ortega")).toMatchObject({ is: "refused", code: "not_found" });
    expect(await standing(id)).toMatchObject({ signed: 0 });
  });

  it("doesn’t count a voided signature, and changes none", async () => {
    const id = await started(["Luis Ortega"]);
    const own = newLocalId();
    expect(await send(shop, own, signing(id, "Luis Ortega"), SIGN)).toMatchObject({ is: "held" });
    const before = await fetched(shop, own);
    expect(await send(shop, own, { name: "Ana Paz" }, SIGN, before)).toMatchObject({
      ...{ is: "refused", code: "conflict" },
    });
    expect(await send(guest, own, { voided: "Not mine" }, SIGN, before)).toMatchObject({
      ...{ is: "refused", code: "forbidden" },
    });
    expect(await send(shop, own, { voided: "Wrong name" }, SIGN, before)).toMatchObject({ is: "held" });
    const now = await standing(id);
    expect(now).toMatchObject({ signed: 0 });
    expect(now.rows[0]?.voided).toMatchObject([{ voided: "Wrong name" }]);
  });

  it("is a PDF with what was read in the languages used, who signed, and on whose phone", async () => {
    const id = await started(["Luis Ortega", "Ana Paz"]);
    await sign(id, "Luis Ortega", { language: "es" });
    await numbered(id);
    const answer = await pdf(argsOf(shop.visitor.request(`/account/safety/${id}/talk.pdf`), { talkId: id }));
    const words = (await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join(" ");
    const { number } = await talkNow(id);
    for (const part of [number!, "Trenches", "Luis Ortega", "Español", "Not signed", "’s phone", version])
      expect(words).toContain(part);
    expect(words).toContain(text.es.agree[0]!.split(" ").slice(0, 3).join(" "));
  });

  it("is a row of the office’s list, in which each person counts once", async () => {
    const id = await started(["Luis Ortega", "Ana Paz"]);
    await sign(id, "Luis Ortega");
    await sign(id, "Luis Ortega", { at: "2026-11-29T14:05:00.000Z" });
    const [row] = await withAccount(shop.account, async (ctx) =>
      rowsOf(ctx, await listItems(ctx, TALK, { job, from: null, to: null, type: null }, null, 5)),
    );
    expect(row).toMatchObject({ id, people: 2, signed: 1, status: "Not finished" });
  });
});

describe("a talk on somebody’s own phone", () => {
  it("opens by a code, which is the same all day", async () => {
    const id = await started(["Luis Ortega"]);
    const token = await codeOf(id);
    expect(await codeOf(id)).toBe(token);
    const { shown } = await open(token, "?lang=es");
    expect(shown).toMatchObject({ language: "es", leader: "Dana Hale", isTaking: true });
    expect(JSON.stringify(shown)).not.toContain("Ortega");
    await db.query("update shares_links set expires_at = now() - interval '1 second' where kind = $1", [
      TALK,
    ]);
    expect((await open(token)).status).toBe(404);
    expect(await codeOf(id)).not.toBe(token);
  });

  it("is signed in Spanish, once, by people who are on the list and who aren’t", async () => {
    const id = await started(["Luis Ortega"]);
    const token = await codeOf(id);
    const form = newLocalId();
    const fields = { form, name: " luis  ORTEGA", pad: "yes", drawing: JSON.stringify(drawing) };
    expect((await fill(token, fields)).location).toContain("/talk?lang=es&did=");
    await fill(token, fields);
    await fill(token, { name: "José Peña", typed: "yes" });
    const now = await standing(id);
    expect(now.rows.map(({ name, sign: given }) => [name, given?.on, given?.language])).toEqual([
      ["José Peña", "own", "es"],
      ["Luis Ortega", "own", "es"],
    ]);
    expect(now.rows[0]!.sign?.drawing).toBeNull();
    expect((await talkNow(id)).languages).toEqual(["en", "es"]);
    expect(await withAccount(shop.account, (ctx) => signsOf(ctx, job, id))).toHaveLength(2);
  });

  it("says beside the field, in their language, what is missing and who signed already", async () => {
    const token = await codeOf(await started(["Luis Ortega"]));
    const errorsOf = async (fields: Record<string, string>) =>
      (await fill(token, fields)).shown["errors"] as Record<string, string>;
    expect(await errorsOf({ name: "", pad: "yes", drawing: "" })).toEqual({
      name: "Escribe tu nombre completo.",
    });
    expect(await errorsOf({ name: "Luis Ortega", pad: "yes", drawing: "{" })).toEqual({
      drawing: "Firma en el cuadro, o marca que no puedes dibujar.",
    });
    expect(await errorsOf({ name: "Luis Ortega" })).toEqual({
      typed: "Marca la casilla para firmar con tu nombre escrito.",
    });
    await fill(token, { name: "Luis Ortega", typed: "yes" });
    expect((await errorsOf({ name: "Luís Ortega", typed: "yes" }))["twice"]).toContain("ya firmó");
    expect((await fill(token, { name: "Luis Ortega", typed: "yes", another: "yes" })).status).toBe(303);
  });

  it("is not for guests to share", async () => {
    const id = await started(["Luis Ortega"]);
    const request = guest.visitor.request(`/account/safety/${id}/link`, { method: "POST" });
    await expect(link.action(argsOf(request, { talkId: id }))).rejects.toBeDefined();
  });
});
