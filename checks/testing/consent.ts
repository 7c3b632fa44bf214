import { createHash } from "node:crypto";
import sharp from "sharp";
import { expect } from "vitest";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { drawDerivatives } from "#ground/media/derivatives.server.ts";
import { linkToJob } from "#ground/media/originals.server.ts";
import { mediaOriginals } from "#ground/media/tables.server.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import * as client from "#tools/photos/consent/client/page.tsx";
import * as asking from "#tools/photos/consent/office/ask.tsx";
import type { Use } from "#tools/photos/consent/rules.ts";
import { photosConsented } from "#tools/photos/consent/stored.server.ts";
import { photoId } from "#tools/photos/rules/ids.ts";
import { PHOTO } from "#tools/photos/rules/photo.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import type { Somebody } from "./changes.ts";
import { db, fetched, job, send, shop } from "./estimates.ts";
import { visit } from "./screens.ts";

// A client is asked to let photos of their job be shown, against the real database.

/** Without photos of other tests. */
export async function forgetAsks(): Promise<void> {
  for (const table of ["photos_recent", "photos_consents", "photos_asked", "photos_asks"])
    await db.query(`delete from ${table}`);
}

let shade = 10;
/** A photo of the job, striped on its right half, on the server with its pictures drawn. */
export async function taken(more: Record<string, unknown> = {}): Promise<string> {
  const tone = shade++;
  const [width, height] = [600, 400];
  const bytes = await sharp(
    Buffer.from(
      Uint8Array.from({ length: width * height * 3 }, (_, at) => {
        const x = Math.floor(at / 3) % width;
        return x < width / 2 ? tone : Math.floor(x / 5) % 2 ? 240 : 20;
      }),
    ),
    { raw: { width, height, channels: 3 } },
  )
    .jpeg()
    .toBuffer();
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const accountId = shop.account;
  const file = await installation().files.put(accountId, bytes, "photojpeg");
  await withAccount(accountId, async (ctx) => {
    await ctx.db.insert(mediaOriginals).values({
      ...{ accountId, sha256, file, bytes: bytes.byteLength, kind: "jpeg", state: "waiting" },
      ...{ width, height, receivedAt: ctx.now },
    });
    await linkToJob(ctx, sha256, job);
  });
  await drawDerivatives(accountId, sha256);
  const sets = { sha256, [`photos.${sha256}`]: { type: "image/jpeg", at: tone }, ...more };
  expect(await send(shop, photoId(job, sha256), sets, PHOTO)).toMatchObject({ is: "held" });
  return sha256;
}

export const change = async (sha256: string, sets: Record<string, unknown>, by: Somebody = shop) => {
  const record = photoId(job, sha256);
  return send(by, record, sets, PHOTO, await fetched(shop, record));
};

export const ask = (photos: readonly string[], fields: Record<string, string>, by: Somebody = shop) =>
  visit(
    by.visitor,
    asking,
    "/account/photos/ask",
    {},
    { form: newId(), job, photos: photos.join(","), ...fields },
  );

/** Makes a request with a link. */
export async function askByLink(photos: readonly string[]): Promise<{ id: string; token: string }> {
  const { shown } = await ask(photos, { intent: "share" });
  const token = new URL((shown as { link: string }).link).pathname.split("/")[2]!;
  const { rows } = await db.query<{ id: string }>(
    "select id from photos_asks order by created_at desc limit 1",
  );
  return { id: rows[0]!.id, token };
}

export const open = (token: string, fields?: Record<string, string>, visitor = new Visitor()) =>
  visit(visitor, client, `/s/${token}/consent`, { token }, fields);
export type Shown = {
  readonly view: { readonly form: string };
  readonly content: {
    readonly last: { readonly isYes: boolean; readonly isEnded: boolean; readonly by: string } | null;
    readonly own: { readonly name: string } | null;
    readonly groups: readonly { readonly sha256: string; readonly place: number }[][];
  };
};
export const shownAt = async (token: string) => (await open(token)).shown as unknown as Shown;

/** Answers as a person: which photos, by place, and where. */
export async function answer(
  token: string,
  uses: readonly Use[],
  places: readonly number[],
  more: Record<string, string> = {},
  visitor = new Visitor(),
) {
  const { view } = await shownAt(token);
  return open(
    token,
    {
      ...{ do: "save", form: view.form, name: "Maria Lund", credit: "" },
      ...Object.fromEntries(uses.map((use) => [`use-${use}`, "yes"])),
      ...Object.fromEntries(places.map((place) => [`photo-${place}`, "yes"])),
      ...more,
    },
    visitor,
  );
}
export const no = async (token: string, visitor = new Visitor()) =>
  open(
    token,
    { do: "none", form: (await shownAt(token)).view.form, name: "Maria Lund", credit: "" },
    visitor,
  );

export const allowed = (use: Use) =>
  withAccount(shop.account, async (ctx) =>
    (await photosConsented(ctx, use)).map(({ sha256 }) => sha256).toSorted(),
  );
export const stateOf = async (sha256: string) =>
  shownFields((await fetched(shop, photoId(job, sha256)))!.fields)["consent"];
export const historyOf = async () =>
  (
    await db.query<{ kind: string; payload: Record<string, unknown> }>(
      "select kind, payload from evidence_entries where account_id = $1 and job_id = $2 and kind like 'photos.%' and kind <> 'photos.photo' order by number",
      [shop.account, job],
    )
  ).rows;
