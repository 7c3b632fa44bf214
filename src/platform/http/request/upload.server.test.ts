import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { receiveFile, receiveFiles } from "./upload.server.ts";

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), "plumbline-upload-"))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const place = () => path.join(folder, "file");
const receive = (request: Request, most = 1_000_000) =>
  receiveFile(request, place(), { field: "file", most });

/** A form as a browser sends it, in chunks of `size` bytes. */
async function posted(
  form: FormData,
  size: number,
  cut = 0,
  onRead: (left: number) => void = () => {},
): Promise<Request> {
  const whole = new Request("http://x.test/", { method: "POST", body: form });
  const type = whole.headers.get("content-type")!;
  const bytes = new Uint8Array(await whole.arrayBuffer());
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length - cut) controller.close();
      else controller.enqueue(bytes.slice(at, Math.min(bytes.length - cut, (at += size))));
      onRead(Math.max(0, bytes.length - at));
    },
  });
  return new Request("http://x.test/", {
    method: "POST",
    body,
    headers: { "content-type": type },
    duplex: "half",
  } as RequestInit);
}

function form(content: Uint8Array<ArrayBuffer>, name = "people.csv"): FormData {
  const fields = new FormData();
  fields.append("before", "a\r\n--b");
  fields.append("file", new File([content], name));
  fields.append("after", "b");
  return fields;
}

it("is written unchanged, whatever its chunks", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 400 }),
      fc.integer({ min: 1, max: 200 }),
      async (content, size) => {
        const bytes = new Uint8Array(content);
        expect(await receive(await posted(form(bytes), size))).toEqual({
          name: "people.csv",
          bytes: bytes.length,
        });
        expect(readFileSync(place())).toEqual(Buffer.from(bytes));
      },
    ),
    { numRuns: 60 },
  );
});

it("keeps line ends that look like the beginning of a boundary", async () => {
  const content = Buffer.from("\r\n--\r\n------\r\n--x\r\n");
  expect(await receive(await posted(form(new Uint8Array(content)), 3))).toMatchObject({
    bytes: content.length,
  });
  expect(readFileSync(place())).toEqual(content);
});

it.each([
  ["C:\\people\\my list.csv", "my list.csv"],
  ["../../etc/passwd", "passwd"],
  ['a "b".csv', 'a "b".csv'],
  ["Kunden ü.csv", "Kunden ü.csv"],
  ["x".repeat(500), "x".repeat(200)],
])("a file called %j is called %j", async (name, expected) => {
  expect(await receive(await posted(form(new Uint8Array([1]), name), 64))).toMatchObject({ name: expected });
});

/** A form whose file goes on until `end` bytes, and how much of it was read. */
function endless(end = Infinity): { request: Request; read: () => number } {
  let sent = 0;
  const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent >= end) {
        controller.enqueue(Buffer.from("\r\n--x--\r\n"));
        controller.close();
      } else controller.enqueue(sent === 0 ? Buffer.from(head) : new Uint8Array(1_000_000));
      sent += 1_000_000;
    },
  });
  const request = new Request("http://x.test/", {
    method: "POST",
    body,
    headers: { "content-type": "multipart/form-data; boundary=x" },
    duplex: "half",
  } as RequestInit);
  return { request, read: () => sent };
}

it.each([
  ["one file", (request: Request) => receive(request)],
  [
    "several",
    (request: Request) => receiveFiles(request, folder, { field: "file", most: 1_000_000, mostFiles: 2 }),
  ],
])("that is too large is read to its end before it is refused, and not stored: %s", async (_, take) => {
  const { request, read } = endless(20_000_000);
  expect(await take(request)).toBe("too large");
  expect(read()).toBeGreaterThan(20_000_000);
  const stored = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size);
  expect(Math.max(...stored)).toBeLessThanOrEqual(1_000_000);
  const other = endless();
  expect(await take(other.request)).toBe("too large");
  expect(other.read()).toBeLessThan(80_000_000);
});

it("of a form with too many is read to its end, too", async () => {
  const fields = form(new Uint8Array(1000));
  for (let n = 0; n < 3; n++) fields.append("file", new File([new Uint8Array(200_000)], `${n}.jpg`));
  let left = Infinity;
  const request = await posted(fields, 10_000, 0, (bytes) => (left = bytes));
  expect(await receiveFiles(request, folder, { field: "file", most: 1_000_000, mostFiles: 2 })).toBe(
    "too many",
  );
  expect(left).toBe(0);
});

it("that breaks off is refused", async () => {
  await expect(receive(await posted(form(new Uint8Array(500)), 64, 30))).rejects.toMatchObject({
    code: "invalid",
  });
});

it("that was not chosen, or is no file, is none", async () => {
  expect(await receive(await posted(form(new Uint8Array(0), ""), 64))).toBe("none");
  const text = new FormData();
  text.append("file", "typed");
  expect(await receive(await posted(text, 64))).toBe("none");
  expect(
    await receive(
      new Request("http://x.test/", { method: "POST", body: new URLSearchParams({ file: "x" }) }),
    ),
  ).toBe("none");
});
