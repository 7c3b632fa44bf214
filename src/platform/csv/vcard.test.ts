import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCsvReader } from "./read-csv.ts";
import { csvOfVcards, isVcard, readContactCard } from "./vcard.ts";

async function* inPieces(text: string, size = text.length || 1): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
const read = async (text: string, size?: number) => {
  const reader = createCsvReader(",");
  return [
    ...reader.push((await Array.fromAsync(csvOfVcards(inPieces(text, size)))).join("")),
    ...reader.end(),
  ].map(({ cells }) => cells);
};

const BOOK = [
  "BEGIN:VCARD",
  "VERSION:3.0",
  "N:Ruiz;Dana;;;",
  "FN:Dana Ruiz",
  "ORG:Larkspur\\, Inc.;Sales",
  "EMAIL;type=INTERNET:dana.home@client.example",
  "EMAIL;type=INTERNET;type=pref:dana@client.example",
  "TEL;type=HOME:(303) 555-0100",
  "TEL;type=FAX:(303) 555-0199",
  "TEL;type=CELL:(303) 555-0142",
  "item1.ADR;type=HOME:;;12 Mill Rd;Denver;CO;80202;USA",
  "NOTE:wants a deck\\nand a fen",
  " ce\\, soon",
  `PHOTO;ENCODING=b;TYPE=JPEG:${"A".repeat(70)}`,
  ` ${"B".repeat(70)}`,
  "CATEGORIES:Clients,Do Not Email",
  "END:VCARD",
  "BEGIN:VCARD",
  "VERSION:2.1",
  "N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=B6rg",
  "NOTE;ENCODING=QUOTED-PRINTABLE:ein langer=",
  " Satz",
  "EMAIL;INTERNET:joerg@client.example",
  "END:VCARD",
  "BEGIN:VCARD",
  "VERSION:4.0",
  'TEL;VALUE=uri;TYPE="voice,home":tel:+1-303-555-0143',
  "FN:Bo",
  "END:VCARD",
  "",
].join("\r\n");

const ROWS = [
  ["Name", "First name", "Last name", "Company", "Email", "Phone", "Address", "Notes", "Labels"],
  [
    "Dana Ruiz",
    "Dana",
    "Ruiz",
    "Larkspur, Inc., Sales",
    "dana@client.example; dana.home@client.example",
    "(303) 555-0142; (303) 555-0100",
    "12 Mill Rd, Denver, CO, 80202, USA",
    "wants a deck\nand a fence, soon",
    "Clients,Do Not Email",
  ],
  ["Jörg Müller", "Jörg", "Müller", "", "joerg@client.example", "", "", "ein langer Satz", ""],
  ["Bo", "", "", "", "", "'+1-303-555-0143", "", "", ""],
];

describe("an address book", () => {
  it("becomes a list of people", async () => {
    expect(await read(BOOK)).toEqual(ROWS);
    expect([isVcard(BOOK), isVcard(`\uFEFF${BOOK}`), isVcard("Name,Email\n")]).toEqual([true, true, false]);
  });

  it("gives the same with chunks of any size, and with any line endings", async () => {
    for (const size of [1, 2, 7, 64]) expect(await read(BOOK, size)).toEqual(ROWS);
    expect(await read(BOOK.replaceAll("\r\n", "\n"))).toEqual(ROWS);
  });

  it("of arbitrary content is read to its end", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...BOOK.split("\r\n"), "x", ":", ";;", "\\")),
        async (lines) => {
          for (const row of await read(lines.join("\n"))) expect(row).toHaveLength(9);
        },
      ),
    );
  });
});

describe("a business card’s code", () => {
  it.each<[string, ReturnType<typeof readContactCard>]>([
    [
      "BEGIN:VCARD\nVERSION:3.0\nN:Ruiz;Dana\nFN:Dana\n  Ruiz\nTEL;TYPE=WORK:303-555-0100\nTEL;TYPE=CELL:303-555-0142\nEMAIL:dana@x.test\nEMAIL:d2@x.test\nEND:VCARD",
      { name: "Dana Ruiz", emails: ["dana@x.test", "d2@x.test"], phones: ["303-555-0142", "303-555-0100"] },
    ],
    [
      "BEGIN:VCARD\r\nVERSION:2.1\r\nN;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:M=C3=BCller;J=C3=B6rg\r\nEND:VCARD",
      { name: "Jörg Müller", emails: [], phones: [] },
    ],
    [
      "MECARD:N:Ruiz,Dana;ORG:Summit\\; Deck;TEL:+13035550142;TEL:3035550100;EMAIL:dana@x.test;;",
      { name: "Dana Ruiz", emails: ["dana@x.test"], phones: ["+13035550142", "3035550100"] },
    ],
    ["MECARD:ORG:Summit\\, Deck;;", { name: "Summit, Deck", emails: [], phones: [] }],
    ["https://x.test", null],
    ["", null],
  ])("%j", (text, card) => expect(readContactCard(text)).toEqual(card));
});
