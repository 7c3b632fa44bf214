import { spawn } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type S3Service, startS3Service } from "#platform/files/testing/s3-service.ts";
import { mailsTo } from "./harness/mails.ts";
import {
  cleanEnvironment,
  launchProduct,
  removeData,
  type RunningProduct,
  startProduct,
  tempFolder,
} from "./harness/product.ts";
import { askForGuide, openShop, Visitor } from "./harness/visitor.ts";

// The product with its files in a bucket that becomes unavailable and returns.

const BUCKET = "shop-files";
let service: S3Service;
const products: RunningProduct[] = [];
/** Path of a guide that was sent. */
let guide = "";
beforeAll(async () => void (service = await startS3Service([BUCKET])));
afterAll(async () => {
  for (const product of products) {
    if (product.process.exitCode === null) await product.stop();
    await removeData(product.dataDir);
  }
  await service.stop();
});

const withFiles = (more: Record<string, string> = {}) => ({
  FILES_URL: `s3://${BUCKET}?endpoint=${service.endpoint}&prefix=installation`,
  S3_ACCESS_KEY_ID: service.keys.id,
  S3_SECRET_ACCESS_KEY: service.keys.secret,
  ...more,
});

async function command(words: readonly string[], settings: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ["bootstrap/main.mjs", ...words], {
    cwd: path.resolve(import.meta.dirname, ".."),
    env: cleanEnvironment(settings),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await new Promise((resolve) => child.once("exit", resolve));
  return said;
}

test("a guide is kept in the bucket, mailed from it and downloaded from it; without it everything else goes on", async () => {
  const product = await startProduct(withFiles());
  products.push(product);
  const shop = await openShop(product, "owner@s3.test", "Summit Deck");
  const stored = () =>
    service.seen.filter((line) => line.startsWith(`PUT /${BUCKET}/installation/`) && line.endsWith(".pdf"));
  expect(stored().length).toBeGreaterThan(0);
  expect(stored()[0]).toMatch(
    new RegExp(`^PUT /${BUCKET}/installation/[0-9a-f-]{36}/[0-9a-f]{2}/[0-9a-f]{64}\\.pdf$`),
  );

  await askForGuide(product, shop.slug, { name: "Dana Ruiz", email: "dana@client.test" });
  await expect
    .poll(async () => (await mailsTo(product, "dana@client.test")).length, { timeout: 20_000 })
    .toBe(1);
  const [mail = ""] = await mailsTo(product, "dana@client.test");
  const attached = /Content-Disposition: attachment[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(mail)?.[1];
  const link = /https?:\/\/[^\s"<>]+?(\/s\/[^\s"<>?]+)/.exec(
    mail.replace(/=\r?\n/g, "").replaceAll("=3D", "="),
  )?.[1];
  expect(attached ?? link, "the guide comes along, or a link to it").toBeDefined();
  if (attached) expect(Buffer.from(attached, "base64").subarray(0, 5).toString()).toBe("%PDF-");
  const visitor = new Visitor(product.url);
  const file = (guide = `${link!.replace(/\/$/, "")}/file`);
  const whole = await visitor.get(file);
  expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(
    Buffer.from(await whole.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");

  await service.stop();
  const away = await visitor.get(file);
  expect(away.status).toBe(503);
  expect(Number(away.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await away.text()).toContain("reach our file storage right now");
  for (const page of ["/", `/p/${shop.slug}`, `${link!.replace(/\/$/, "")}/guide`])
    expect((await visitor.get(page)).status, page).toBe(200);
  expect((await shop.visitor.get("/account/dashboard")).status).toBe(200);
  expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  // People who ask now get a thank-you, and the guide once the bucket is back.
  expect((await askForGuide(product, shop.slug, { name: "Lee Park", email: "lee@client.test" })).status).toBe(
    303,
  );

  await service.start();
  expect((await visitor.get(file)).status).toBe(200);
  await expect
    .poll(async () => (await mailsTo(product, "lee@client.test")).length, { timeout: 60_000, interval: 500 })
    .toBe(1);
  expect(product.output()).not.toContain(service.keys.secret);
  expect(await (await fetch(`${product.url}/metrics`)).text()).toMatch(
    /^plumbline_file_store_failures_total\{reason="network"\} \d/m,
  );
}, 120_000);

test("a backup holds the bucket's files, and a restore puts them where FILES_URL says", async () => {
  const [product] = products;
  await product!.stop();
  const folder = await tempFolder("s3-backup");
  const file = path.join(folder, "backup");
  const before = withFiles({ DATA_DIR: product!.dataDir });
  expect(await command(["backup", file], before)).toMatch(
    /^Backed up [\d,]+ rows in \d+ tables and \d+ files to /m,
  );

  const dataDir = await tempFolder("s3-restored");
  const elsewhere = withFiles({
    DATA_DIR: dataDir,
    FILES_URL: `s3://${BUCKET}?endpoint=${service.endpoint}&prefix=second`,
  });
  expect(await command(["restore", file], elsewhere)).toMatch(/^Restored [\d,]+ rows/m);
  const put = service.seen.filter(
    (line) => line.startsWith(`PUT /${BUCKET}/second/`) && line.endsWith(".pdf"),
  );
  expect(put.length).toBeGreaterThan(0);
  // Moving back to a disk: the same rows, the same files.
  const onDisk = await tempFolder("s3-disk");
  expect(await command(["restore", file], { DATA_DIR: onDisk })).toMatch(/^Restored [\d,]+ rows/m);
  const restored = await startProduct({ ...elsewhere });
  products.push(restored);
  const disk = await startProduct({ DATA_DIR: onDisk });
  products.push(disk);
  for (const one of [restored, disk]) {
    const answer = await fetch(`${one.url}${guide}`);
    expect(answer.status).toBe(200);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  }
}, 120_000);

test.each([
  {
    what: "keys that are refused",
    settings: { S3_SECRET_ACCESS_KEY: "another one" },
    says: "refused the access keys. Check S3_ACCESS_KEY_ID",
  },
  {
    what: "a bucket that is not there",
    bucket: "nowhere",
    says: "The bucket nowhere of FILES_URL does not exist. Create it first, or correct the name.",
  },
  {
    what: "no keys",
    settings: { S3_SECRET_ACCESS_KEY: "" },
    says: "The setting S3_SECRET_ACCESS_KEY is missing",
  },
])(
  "$what stop the start with one sentence",
  async ({ settings, bucket, says }) => {
    const product = await launchProduct({
      ...withFiles(bucket ? { FILES_URL: `s3://${bucket}?endpoint=${service.endpoint}` } : {}),
      ...settings,
    });
    products.push(product);
    await product.ended;
    expect(product.process.exitCode).toBe(1);
    expect(product.output().trim().split("\n")).toEqual([expect.stringContaining(says)]);
    expect(product.output()).not.toContain(service.keys.secret);
  },
  60_000,
);
