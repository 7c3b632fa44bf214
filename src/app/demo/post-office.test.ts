import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createTransport } from "nodemailer";
import { afterAll, expect, it } from "vitest";
import { openPostOffice } from "./post-office.ts";

const folder = mkdtempSync(path.join(tmpdir(), "plumbline-post-office-"));
const office = await openPostOffice(folder);
afterAll(() => {
  office.close();
  rmSync(folder, { recursive: true });
});

it("stores every message that arrives over one connection: an empty one, one with dots, and a long one", async () => {
  const transport = createTransport({ url: office.url, pool: true, maxConnections: 1 });
  const texts = ["", "first\r\n.second\r\n..\r\n.\r\nlast", "line\r\n".repeat(60_000).trimEnd()];
  for (const text of texts) await transport.sendMail({ from: "a@demo.example", to: "b@demo.example", text });
  transport.close();
  const stored = readdirSync(folder).toSorted();
  expect(stored).toEqual(["000001.eml", "000002.eml", "000003.eml"]);
  const bodies = stored.map((name) =>
    readFileSync(path.join(folder, name), "latin1").split("\r\n\r\n").slice(1).join("\r\n\r\n").trimEnd(),
  );
  expect(bodies).toEqual(texts);
});
