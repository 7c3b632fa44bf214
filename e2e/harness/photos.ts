import { createHash } from "node:crypto";
import sharp from "sharp";
import type { RunningProduct } from "./product.ts";
import type { Visitor } from "./visitor.ts";

/**
 * A picture unique to this seed, as detailed as a photo: patches, edges and grain.
 * @returns a JPEG
 */
export async function photoOf(seed: number, width: number, height: number): Promise<Buffer> {
  const patches = Buffer.alloc(48 * 36 * 3);
  let state = seed + 1;
  for (let at = 0; at < patches.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    patches[at] = state >>> 24;
  }
  const grain = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#808080",
      noise: { type: "gaussian", mean: 128, sigma: 12 },
    },
  })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(patches, { raw: { width: 48, height: 36, channels: 3 } })
    .resize({ width, height, kernel: "cubic" })
    .composite([{ input: grain, blend: "soft-light" }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

/** Uploads a photo in one piece, like a phone. @returns its hash */
export async function sendPhoto(
  product: Pick<RunningProduct, "url">,
  visitor: Visitor,
  { account, bytes, job }: { account: string; bytes: Uint8Array<ArrayBuffer>; job?: string },
): Promise<string> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const metadata = { account, sha256, type: "image/jpeg", ...(job ? { job } : {}) };
  const headers = { "Tus-Resumable": "1.0.0", "Sec-Fetch-Site": "same-origin" };
  const begun = await visitor.send("/account/media/uploads", {
    method: "POST",
    headers: {
      ...headers,
      "Upload-Length": String(bytes.length),
      "Upload-Metadata": Object.entries(metadata)
        .map(([name, value]) => `${name} ${Buffer.from(value).toString("base64")}`)
        .join(),
    },
  });
  if (begun.status !== 201) throw new Error(`an upload began with ${begun.status}: ${await begun.text()}`);
  const sent = await visitor.send(new URL(begun.headers.get("location")!, product.url).pathname, {
    method: "PATCH",
    headers: { ...headers, "Upload-Offset": "0", "Content-Type": "application/offset+octet-stream" },
    body: bytes,
  });
  if (sent.status !== 204) throw new Error(`an upload ended with ${sent.status}: ${await sent.text()}`);
  return sha256;
}

/**
 * Sends what the product doesn't have of a photo yet, in two pieces, as a device does after each failure.
 * @returns 204 once it is stored, or the status that stopped it
 */
export async function continuePhoto(
  visitor: Visitor,
  photo: { account: string; sha256: string; bytes: Uint8Array<ArrayBuffer>; job: string },
): Promise<number> {
  const { account, sha256, bytes, job } = photo;
  const path = `/account/media/uploads/${account}.${sha256}`;
  const headers = { "Tus-Resumable": "1.0.0", "Sec-Fetch-Site": "same-origin" };
  const before = await visitor.send(path, { method: "HEAD", headers });
  if (before.status === 404) {
    const metadata = { account, sha256, type: "image/jpeg", job };
    const said = Object.entries(metadata).map(([name, value]) => `${name} ${btoa(value)}`);
    const begun = await visitor.send("/account/media/uploads", {
      method: "POST",
      headers: { ...headers, "Upload-Length": String(bytes.length), "Upload-Metadata": said.join() },
    });
    const words = await begun.text();
    if (begun.status === 409 && words.includes('"held"')) return 204;
    if (begun.status !== 201) return begun.status;
  } else if (before.status !== 200) return before.status;
  const half = Math.ceil(bytes.length / 2);
  let from = Number(before.headers.get("upload-offset") ?? 0);
  while (from < bytes.length) {
    const to = from < half ? half : bytes.length;
    const sent = await visitor.send(path, {
      method: "PATCH",
      headers: {
        ...headers,
        "Upload-Offset": String(from),
        "Content-Type": "application/offset+octet-stream",
      },
      body: bytes.slice(from, to),
    });
    await sent.arrayBuffer();
    if (sent.status !== 204) return sent.status;
    from = to;
  }
  return 204;
}
