import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calendarOf } from "#platform/time/working-hours.ts";
import { guessMapping, type Target } from "./mapping.ts";
import { dateOf, isDayFirst, phoneOf, readRow } from "./rows.ts";
import { startsOf } from "./starts.ts";

const NOW = Temporal.Instant.from("2026-11-20T17:00:00Z");
const DENVER = { dayFirst: false, zone: "America/Denver", now: NOW };

describe("columns are known by their headers", () => {
  const named = (headers: string) => {
    const list = headers.split("|");
    return Object.fromEntries(Object.entries(guessMapping(list)).map(([target, at]) => [target, list[at]]));
  };

  it.each<[string, string, Partial<Record<Target, string>>]>([
    [
      "typed by hand",
      "Name|Email|Phone|Address|Notes|Date|Consent",
      { name: "Name", email: "Email", phone: "Phone", address: "Address", note: "Notes", date: "Date", consent: "Consent" },
    ],
    [
      "Jobber",
      "J-ID|Title|First Name|Last Name|Display Name|Company Name|Main Phone #s|E-mails|Billing Street 1|Billing City|Created Date|Notes",
      {
        first: "First Name",
        last: "Last Name",
        email: "E-mails",
        phone: "Main Phone #s",
        address: "Billing Street 1",
        date: "Created Date",
        note: "Notes",
      },
    ],
    [
      "HubSpot",
      "Record ID|First Name|Last Name|Phone Number|Email|Lead Status|Marketing contact status|Create Date|Street Address",
      { first: "First Name", last: "Last Name", phone: "Phone Number", email: "Email", date: "Create Date", address: "Street Address" },
    ],
    [
      "Mailchimp",
      "Email Address|First Name|Last Name|Address|Phone Number|MEMBER_RATING|OPTIN_TIME|OPTIN_IP|CONFIRM_TIME|NOTES",
      {
        email: "Email Address",
        first: "First Name",
        last: "Last Name",
        address: "Address",
        phone: "Phone Number",
        date: "OPTIN_TIME",
        note: "NOTES",
      },
    ],
    [
      "Google Contacts",
      "First Name|Middle Name|Last Name|Notes|Labels|E-mail 1 - Label|E-mail 1 - Value|Phone 1 - Label|Phone 1 - Value|Address 1 - Formatted",
      {
        first: "First Name",
        last: "Last Name",
        note: "Notes",
        email: "E-mail 1 - Value",
        phone: "Phone 1 - Value",
        address: "Address 1 - Formatted",
      },
    ],
    [
      "Google Contacts before",
      "Name|Given Name|Family Name|E-mail 1 - Type|E-mail 1 - Value",
      { first: "Given Name", last: "Family Name", email: "E-mail 1 - Value" },
    ],
    ["an opt-in", "email,|Full name|Opted in", { email: "email,", name: "Full name", consent: "Opted in" }],
    [
      "German",
      "Vorname|Nachname|E-Mail|Telefon|Einwilligung",
      { first: "Vorname", last: "Nachname", email: "E-Mail", phone: "Telefon", consent: "Einwilligung" },
    ],
  ])("%s", (_, headers, expected) => expect(named(headers)).toEqual(expected));

  it("and none is taken twice", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("email", "Name", "First name", "phone", "Notes", "Date", "x"), { maxLength: 12 }), (headers) => {
        const places = Object.values(guessMapping(headers));
        expect(new Set(places).size).toBe(places.length);
      }),
    );
  });
});

describe("a row", () => {
  const MAPPING = { email: 0, name: 1, phone: 2, date: 3, consent: 4, note: 5 };
  const row = (...cells: string[]) => readRow(cells, undefined, MAPPING, DENVER);
  const person = (...cells: string[]) => {
    const read = row(...cells);
    if (read.kind !== "person") throw new Error(JSON.stringify(read));
    return read.person;
  };

  it("is a person", () => {
    expect(person(" Dana@Client.Test ", "Dana\u2028 Ruiz", "(303) 555-0140", "11/2/2026", "Yes", "a deck")).toEqual({
      name: "Dana Ruiz",
      email: "dana@client.test",
      phone: "+13035550140",
      address: null,
      note: "a deck",
      came: Temporal.Instant.from("2026-11-02T19:00:00Z"),
      leadId: null,
    });
  });

  it.each([
    ["Dana Ruiz <dana@x.test>", "dana@x.test"],
    ["mailto:dana@x.test", "dana@x.test"],
    ["dana@x.test ::: other@x.test", "dana@x.test"],
  ])("with the address %s", (cell, email) => expect(person(cell, "Dana", "", "", "yes").email).toBe(email));

  it.each([
    [["", "Dana", "", "", "yes"], "Email", "There is no email address."],
    [["dana.x.test", "Dana", "", "", "yes"], "Email", "The address is missing the @."],
    [["dana@x", "Dana", "", "", "yes"], "Email", "This is no email address that mail can go to."],
    [["d@x.test", "", "", "", "yes"], "Name", "There is no name. Follow-up greets people by name."],
    [["d@x.test", "x".repeat(121), "", "", "yes"], "Name", "The name is longer than 120 characters."],
    [["d@x.test", "Dana", "", "soon", "yes"], "Date", "This date can't be read. Write it like 2026-11-20."],
    [["d@x.test", "Dana", "", "2031-01-01", "yes"], "Date", "This date can't be read. Write it like 2026-11-20."],
    [["d@x.test", "Dana", "", "", "no"], "Consent", "The file says that they did not agree."],
    [["d@x.test", "Dana", "", "", "unsubscribed"], "Consent", "The file says that they did not agree."],
    [["d@x.test", "Dana", "", "", ""], "Consent", "The file does not say that they agreed."],
  ])("%j is wrong in %s", (cells, column, problem) => expect(row(...cells)).toEqual({ kind: "error", column, problem }));

  it("without a readable number is a person all the same, and says so", () => {
    expect(row("d@x.test", "Dana", "12", "", "yes")).toMatchObject({ kind: "person", person: { phone: null }, left: { column: "Phone" } });
  });

  it("that was kept from running as a formula comes back as it was", () => {
    expect(person("d@x.test", "'=Dana", "'+49 170 1234567", "", "yes")).toMatchObject({ name: "=Dana", phone: "+491701234567" });
  });

  it("is anything without ever throwing, and nothing of it could be refused by the database", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 40 }), { maxLength: 6 }), (cells) => {
        const read = readRow(["d@x.test", ...cells], undefined, { email: 0, name: 1, phone: 2, address: 3, note: 4 }, DENVER);
        expect(read.kind === "person" ? JSON.stringify(read.person) : "").not.toMatch(/\\u0000|\\ud[89a-f]/);
      }),
    );
  });
});

it.each([
  ["2026-11-02", false, "2026-11-02T19:00:00Z"],
  ["2026-11-02 08:30:15", false, "2026-11-02T15:30:15Z"],
  ["2026-11-02T08:30:15.123Z", false, "2026-11-02T08:30:15Z"],
  ["2026-11-02 08:30 +0100", false, "2026-11-02T07:30:00Z"],
  ["3/4/2026", false, "2026-03-04T19:00:00Z"],
  ["3/4/2026", true, "2026-04-03T18:00:00Z"],
  ["3/4/26 1:05 PM", false, "2026-03-04T20:05:00Z"],
  ["02.11.2026", false, "2026-11-02T19:00:00Z"],
  ["20/11/2026", false, undefined],
  ["2026-02-30", false, undefined],
  ["2026-11-21", false, "2026-11-20T17:00:00Z"],
  ["yesterday", false, undefined],
])("the date %s, day first %s, is %s", (text, dayFirst, expected) => {
  expect(dateOf(text, { ...DENVER, dayFirst })?.toString()).toBe(expected);
});

it("one date tells how a file's are meant", () => {
  expect(["13/1/2026", "12/13/2026", "x"].map(isDayFirst)).toEqual([true, false, false]);
});

it.each([
  ["303.555.0140", "America/Denver", "+13035550140"],
  ["1-303-555-0140 ext. 12", "America/Denver", "+13035550140"],
  ["0049 170 1234567", "America/Denver", "+491701234567"],
  ["+49 (0) 170", "Europe/Berlin", undefined],
  ["0170 1234567", "Europe/Berlin", undefined],
  ["555-0140", "America/Denver", undefined],
])("the number %s in %s is %s", (text, zone, expected) => expect(phoneOf(text, zone)).toBe(expected));

describe("imported people begin", () => {
  const DENVER = calendarOf({ zone: "America/Denver" });
  const at = (starts: ReturnType<typeof startsOf>) =>
    starts.map(({ at: moment, many }) => [moment.toZonedDateTimeISO("America/Denver").toPlainDateTime().toString(), many]);

  it("on the next working day, a few each hour", () => {
    // A Friday.
    const starts = at(startsOf(0, 50, NOW, DENVER));
    expect(starts.slice(0, 2)).toEqual([
      ["2026-11-23T09:00:00", 5],
      ["2026-11-23T10:00:00", 5],
    ]);
    expect(starts.at(-1)![0]).toMatch(/^2026-11-24T/);
  });

  it("on no holiday and at no hour at which the business does not send", () => {
    const afternoons = Array.from({ length: 5 }, () => ({ from: "13:00", to: "16:30" }));
    const calendar = calendarOf({ zone: "America/Denver", sendWindow: [...afternoons, null, null] });
    // The Wednesday before Thanksgiving.
    const starts = at(startsOf(0, 50, Temporal.Instant.from("2026-11-25T20:00:00Z"), calendar));
    expect(starts).toEqual([
      ["2026-11-27T13:00:00", 10],
      ["2026-11-27T14:00:00", 10],
      ["2026-11-27T15:00:00", 10],
      ["2026-11-27T16:00:00", 10],
      ["2026-11-30T13:00:00", 10],
    ]);
  });

  it("at the same moments, in whatever batches they are stored", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1, maxLength: 12 }), (batches) => {
        const all = batches.reduce((sum, one) => sum + one, 0);
        const each = (starts: ReturnType<typeof startsOf>) =>
          starts.flatMap(({ at: moment, many }) => Array<string>(many).fill(String(moment)));
        let first = 0;
        const inParts = batches.flatMap((many) => {
          const part = each(startsOf(first, many, NOW, DENVER));
          first += many;
          return part;
        });
        expect(inParts).toEqual(each(startsOf(0, all, NOW, DENVER)));
        const perDay = Object.values(Object.groupBy(inParts, (moment) => moment.slice(0, 10))).map((day) => day!.length);
        expect(Math.max(...perDay)).toBeLessThanOrEqual(1_000);
      }),
      { numRuns: 50 },
    );
  });
});
