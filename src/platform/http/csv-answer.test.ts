import { expect, it } from "vitest";
import { csvResponse } from "./csv-answer.ts";

async function* pages(count: { read: number }) {
  yield [["Name", "Note"]];
  for (;;) {
    count.read += 1;
    yield count.read === 2 ? [] : [[`Muñoz ${count.read}`, "=HYPERLINK(1)"]];
    if (count.read === 3) return;
  }
}

it("writes pages of rows as a file that a spreadsheet reads as text in UTF-8", async () => {
  const response = csvResponse(pages({ read: 0 }), "leads 1.csv");
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
  expect(text).toBe("\ufeffName,Note\r\nMuñoz 1,'=HYPERLINK(1)\r\nMuñoz 3,'=HYPERLINK(1)\r\n");
  expect(response.headers.get("Content-Disposition")).toContain("attachment");
});

it("reads no further than it is sent", async () => {
  const count = { read: 0 };
  const reader = csvResponse(pages(count), "leads.csv").body!.getReader();
  await reader.read();
  await reader.cancel();
  expect(count.read).toBeLessThan(2);
});
