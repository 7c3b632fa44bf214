import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { drawDerivatives } from "#ground/media/derivatives.server.ts";
import { mediaOriginals } from "#ground/media/tables.server.ts";
import { loader as photo } from "#tools/estimates/client/photo.ts";
import { loader as pdf } from "#tools/estimates/office/pdf.ts";
import { ESTIMATE } from "#tools/estimates/rules/estimate.ts";
import { installation } from "#platform/config/installation.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { argsOf } from "../testing/changes.ts";
import {
  approve,
  fetched,
  guest,
  job,
  nextJob,
  open,
  send,
  shared,
  shop,
  standing,
  startShop,
  stopShop,
  written,
} from "../testing/estimates.ts";

beforeAll(startShop);
afterAll(stopShop);
beforeEach(nextJob);

/** A photo with the place where it was taken. @returns its bytes and hash */
async function taken(color: string) {
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: color } })
    .withExif({ IFD0: { Make: "Acme" }, IFD3: { GPSLatitude: "37/1 46/1 0/1", GPSLatitudeRef: "N" } })
    .jpeg()
    .toBuffer();
  return { bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
}

/** It arrives on the server, and its pictures are drawn. */
async function arrives({ bytes, sha256 }: Awaited<ReturnType<typeof taken>>): Promise<void> {
  const accountId = shop.account;
  const file = await installation().files.put(accountId, bytes, "photojpeg");
  await withAccount(accountId, (ctx) =>
    ctx.db.insert(mediaOriginals).values({
      ...{ accountId, sha256, file, bytes: bytes.byteLength, kind: "jpeg", state: "waiting" },
      ...{ width: 900, height: 600, receivedAt: ctx.now },
    }),
  );
  await drawDerivatives(accountId, sha256);
}

const named = (sha256: string, line: string, more: object = {}) => ({
  [`photos.${sha256}`]: { type: "image/jpeg", at: 1, line, ...more },
});

const attach = async (record: string, sets: object) =>
  send(shop, record, { ...sets }, ESTIMATE, await fetched(shop, record));

/** A picture as the client's page shows it. */
const shownAt = (token: string, sha256: string, size = "thumb"): Promise<Response> =>
  photo(
    argsOf(new Visitor().request(`/s/${token}/estimate/photos/${sha256}/${size}`), { token, sha256, size }),
  );

const photosAt = async (token: string) =>
  (await open(token)).content.estimate.photos.map(({ sha256 }) => sha256);

it("go to the client's page and PDF with the version, without their place, and no hidden one", async () => {
  const [seen, hidden, other] = [await taken("#aa3311"), await taken("#11aa33"), await taken("#3311aa")];
  await Promise.all([seen, hidden, other].map(arrives));
  const { record, lineId } = await written();
  await attach(record, {
    ...named(seen.sha256, lineId),
    ...named(hidden.sha256, lineId, { isHidden: true }),
  });
  const { token } = await shared(record);
  expect(await photosAt(token)).toEqual([seen.sha256]);
  for (const size of ["thumb", "screen"]) {
    const answer = await shownAt(token, seen.sha256, size);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const { exif, format, width } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect({ exif, format, width }).toEqual({
      exif: undefined,
      format: "webp",
      width: size === "thumb" ? 320 : 900,
    });
  }
  expect((await shownAt(token, hidden.sha256)).status).toBe(404);
  expect((await shownAt(token, other.sha256)).status).toBe(404);
  expect((await shownAt(`${token}x`, seen.sha256)).status).toBe(404);
  const paper = await pdf(
    argsOf(shop.visitor.request(`/account/estimates/${record}/pdf`), { estimateId: record }),
  );
  const bytes = Buffer.from(await paper.arrayBuffer()).toString("latin1");
  expect(bytes.match(/\/DCTDecode/g)).toHaveLength(1);
  expect(bytes).not.toContain("Acme");
});

it("on their way don't hold up a sending, and come with the next version", async () => {
  const late = await taken("#884422");
  const { record, lineId } = await written();
  await attach(record, named(late.sha256, lineId));
  const first = await shared(record);
  expect(await photosAt(first.token)).toEqual([]);
  // Nothing new for the client: no second version.
  await shared(record);
  expect(await standing(record)).toMatchObject({ version: 1 });
  await arrives(late);
  const second = await shared(record);
  expect(await standing(record)).toMatchObject({ version: 2 });
  expect(await photosAt(first.token)).toEqual([]);
  expect(await photosAt(second.token)).toEqual([late.sha256]);
  expect((await open(second.token)).content.changes).toEqual(["Changed: Rebuild the stairs, its photos"]);
});

it("stay as they were approved", async () => {
  const [seen, later] = [await taken("#223344"), await taken("#443322")];
  await Promise.all([seen, later].map(arrives));
  const { record, lineId } = await written();
  await attach(record, named(seen.sha256, lineId));
  const { token } = await shared(record);
  expect(await approve(token)).toMatchObject({ status: 303 });
  expect(await attach(record, named(later.sha256, lineId))).toMatchObject({
    is: "refused",
    code: "conflict",
  });
  expect(await attach(record, { [`photos.${seen.sha256}`]: null })).toMatchObject({ is: "refused" });
  expect(await photosAt(token)).toEqual([seen.sha256]);
  expect((await shownAt(token, seen.sha256)).status).toBe(200);
});

it("are refused without a hash or a line, beyond what fits, and from a guest", async () => {
  const { record, lineId } = await written();
  const hash = (at: number) => createHash("sha256").update(String(at)).digest("hex");
  expect(await attach(record, named("nothing", lineId))).toMatchObject({ is: "refused", code: "invalid" });
  expect(await attach(record, named(hash(0), ""))).toMatchObject({ is: "refused", code: "invalid" });
  const many = (from: number, count: number) =>
    Object.assign({}, ...Array.from({ length: count }, (_, at) => named(hash(from + at), lineId))) as object;
  expect(await attach(record, many(0, 60))).toMatchObject({ is: "held" });
  expect(await attach(record, many(60, 1))).toMatchObject({ is: "refused", code: "invalid" });
  expect(await attach(record, { [`photos.${hash(0)}`]: null })).toMatchObject({ is: "held" });
  expect(await attach(record, many(60, 1))).toMatchObject({ is: "held" });
  expect(await send(guest, record, named(hash(99), lineId), ESTIMATE, undefined, job)).toMatchObject({
    is: "refused",
  });
});
