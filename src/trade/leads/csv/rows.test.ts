// Long because it tests columns, rows, dates, opt-outs and starts of imports together.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calendarOf } from "#platform/time/working-hours.ts";
import { columnsLeftOut, columnsOf } from "./columns.ts";
import { dateOf, isDayFirst } from "#platform/csv/dates.ts";
import { guessMapping, type Mapping, mappingErrors, type Target } from "./mapping.ts";
import { readRow } from "./rows.ts";
import { startsOf } from "../import/starts.ts";

const NOW = Temporal.Instant.from("2026-11-20T17:00:00Z");
const DENVER = { dayFirst: false, zone: "America/Denver", now: NOW };

describe("guessMapping", () => {
  const named = (headers: string) => {
    const list = headers.split("|");
    return Object.fromEntries(
      Object.entries(guessMapping(list)).map(([target, at]) => [target, list[at as number]]),
    );
  };

  it.each<[string, string, Partial<Record<Target, string>>]>([
    [
      "typed by hand",
      "Name|Email|Phone|Address|Notes|Date|Consent",
      {
        name: "Name",
        email: "Email",
        phone: "Phone",
        address: "Address",
        note: "Notes",
        date: "Date",
        consent: "Consent",
      },
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
      {
        first: "First Name",
        last: "Last Name",
        phone: "Phone Number",
        email: "Email",
        date: "Create Date",
        address: "Street Address",
      },
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
    [
      "German with opt-outs",
      "Vorname|Nachname|E-Mail-Adresse|Telefonnummer|Abgemeldet",
      {
        first: "Vorname",
        last: "Nachname",
        email: "E-Mail-Adresse",
        phone: "Telefonnummer",
        optOut: "Abgemeldet",
      },
    ],
    [
      "French",
      "Nom|Prénom|Adresse e-mail|Désabonné",
      { first: "Prénom", last: "Nom", email: "Adresse e-mail", optOut: "Désabonné" },
    ],
    ["one name in French", "Nom|Courriel", { name: "Nom", email: "Courriel" }],
    [
      "Salesforce",
      "FirstName|LastName|Email|HasOptedOutOfEmail",
      { first: "FirstName", last: "LastName", email: "Email", optOut: "HasOptedOutOfEmail" },
    ],
  ])("%s", (_, headers, expected) => expect(named(headers)).toEqual(expected));

  it("uses no column twice", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("email", "Name", "First name", "phone", "Notes", "Date", "x"), {
          maxLength: 12,
        }),
        (headers) => {
          const places = Object.values(guessMapping(headers)) as number[];
          expect(new Set(places).size).toBe(places.length);
        },
      ),
    );
  });
});

describe("readRow", () => {
  const MAPPING = { email: 0, name: 1, phone: 2, date: 3, consent: 4, note: 5 };
  const columns = (mapping: Mapping) =>
    columnsOf({ headers: ["Email", "Name", "Phone", "Date", "Consent", "Note"], mapping });
  const row = (...cells: string[]) => readRow(cells, undefined, columns(MAPPING), DENVER);
  const person = (...cells: string[]) => {
    const read = row(...cells);
    if (read.kind !== "person") throw new Error(JSON.stringify(read));
    return read.person;
  };

  it("reads a person", () => {
    expect(
      person(" Dana@Client.Test ", "Dana\u2028 Ruiz", "(303) 555-0140", "11/2/2026", "Yes", "a deck"),
    ).toEqual({
      name: "Dana Ruiz",
      email: "dana@client.test",
      phone: "+13035550140",
      others: [],
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
    ["dana@x.test, other@x.test", "dana@x.test"],
    ["dana@x.test / other@x.test", "dana@x.test"],
    ["dana@x.test\nother@x.test", "dana@x.test"],
    ["n/a; other@x.test", "other@x.test"],
    ["Dana Ruiz <dana@x.test>, Luis <luis@x.test>", "dana@x.test"],
    ["dana@x.test.", "dana@x.test"],
    ["’dana@x.test’", "dana@x.test"],
    ["dana@x.test\u200b", "dana@x.test"],
  ])("finds the address in %s", (cell, email) =>
    expect(person(cell, "Dana", "", "", "yes").email).toBe(email),
  );

  it.each([
    [["", "Dana", "", "", "yes"], "Email", "The email address is missing."],
    [["dana.x.test", "Dana", "", "", "yes"], "Email", "The address is missing the @."],
    [["dana@x", "Dana", "", "", "yes"], "Email", "This isn’t a valid email address."],
    [["d@x.test", "", "", "", "yes"], "Name", "No name. Follow-up greets people by name."],
    [["d@x.test", "x".repeat(121), "", "", "yes"], "Name", "The name is longer than 120 characters."],
    [["d@x.test", "Dana", "", "", "perhaps"], "Consent", "The file doesn’t say that they agreed."],
    [["d@x.test", "Dana", "", "", ""], "Consent", "The file doesn’t say that they agreed."],
  ])("reports %j as an error in %s", (cells, column, problem) =>
    expect(row(...cells)).toEqual({ kind: "error", column, problem }),
  );

  it.each(["no", "unsubscribed", "FALSE", "NEVER_SUBSCRIBED"])(
    "leaves out a row whose email consent is %s",
    (said) => {
      expect(row("d@x.test", "Dana", "", "", said)).toMatchObject({
        kind: "out",
        email: "d@x.test",
        problem: `Consent: ${said}`,
      });
    },
  );

  it.each(["soon", "2031-01-01"])("imports a person with the unreadable date %s and reports it", (date) => {
    const problem = "We can’t read this date. Write it like 2026-11-20.";
    expect(row("d@x.test", "Dana", "", date, "yes")).toMatchObject({
      kind: "person",
      person: { came: null },
      left: { column: "Date", problem },
    });
    expect(row("d@x.test", "Dana", "12", date, "yes")).toMatchObject({
      kind: "person",
      left: { column: "Phone, Date" },
    });
  });

  it("imports a person with an unreadable phone number and reports it", () => {
    expect(row("d@x.test", "Dana", "12", "", "yes")).toMatchObject({
      kind: "person",
      person: { phone: null },
      left: { column: "Phone" },
    });
  });

  it("removes the apostrophe that protects from formulas", () => {
    expect(person("d@x.test", "'=Dana", "'+49 170 1234567", "", "yes")).toMatchObject({
      name: "=Dana",
      phone: "+491701234567",
    });
  });

  it("never throws for any cells, and yields only text that PostgreSQL can store", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 40 }), { maxLength: 6 }), (cells) => {
        const read = readRow(
          ["d@x.test", ...cells],
          undefined,
          columns({ email: 0, name: 1, phone: 2, address: 3, note: 4 }),
          DENVER,
        );
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
  ["Nov 20, 2025", false, "2025-11-20T19:00:00Z"],
  ["20-Nov-25", false, "2025-11-20T19:00:00Z"],
  ["46346", false, "2026-11-20T17:00:00Z"],
  ["46000.5", false, "2025-12-09T19:00:00Z"],
  ["11/20/2025, 3:05 PM", false, "2025-11-20T22:05:00Z"],
  ["Friday, November 20, 2025", false, "2025-11-20T19:00:00Z"],
  ["2025-11-20 10:00:00 -0700", false, "2025-11-20T17:00:00Z"],
  ["11/20/2025 15:05:33", false, "2025-11-20T22:05:33Z"],
  ["20 November 2025", false, "2025-11-20T19:00:00Z"],
  ["20. November 2025 um 15:05", false, "2025-11-20T22:05:00Z"],
  ["20 de noviembre de 2025", false, "2025-11-20T19:00:00Z"],
  ["20 août 2025", false, "2025-08-20T18:00:00Z"],
  ["5. März 2025", false, "2025-03-05T19:00:00Z"],
  ["11-20-2025", false, "2025-11-20T19:00:00Z"],
  ["20-11-2025", true, "2025-11-20T19:00:00Z"],
  ["2025-11-20 10:00:00 UTC", false, "2025-11-20T10:00:00Z"],
  ["1763632800", false, "2025-11-20T10:00:00Z"],
  ["1763632800000", false, "2025-11-20T10:00:00Z"],
  ["20251120", false, "2025-11-20T19:00:00Z"],
  ["Thu Nov 20 2025 10:00:00 GMT-0700 (MST)", false, "2025-11-20T17:00:00Z"],
  ["Thu, 20 Nov 2025 10:00:00 +0100", false, "2025-11-20T09:00:00Z"],
  ["Nov 20, 2025 at 3:05 PM MST", false, "2025-11-20T22:05:00Z"],
  ["2025-11-20 around noon", false, "2025-11-20T19:00:00Z"],
  ["12", false, undefined],
  ["November", false, undefined],
])("parses %s with dayFirst %s as %s", (text, dayFirst, expected) => {
  expect(dateOf(text, { ...DENVER, dayFirst })?.toString()).toBe(expected);
});

it("decides the day-month order by one unambiguous date", () => {
  expect(["13/1/2026", "12/13/2026", "x"].map(isDayFirst)).toEqual([true, false, false]);
});

it("falls back to a similar column when one is empty, and lists unused columns", () => {
  const headers =
    "Name|Email|Email|Phone|Mobile Phone|Company|Billing Street|Billing City|Notes|Job notes|Where we met|E-mail Type".split(
      "|",
    );
  const columns = columnsOf({ headers, mapping: guessMapping(headers) });
  const read = readRow(
    [
      "",
      "",
      "dana@x.test",
      "12",
      "(303) 555-0142",
      "Larkspur LLC",
      "12 Mill Rd",
      "Denver",
      "a deck",
      "in May",
      "fair",
      "x",
    ],
    undefined,
    columns,
    DENVER,
  );
  expect(read).toMatchObject({
    kind: "person",
    person: {
      name: "Larkspur LLC",
      email: "dana@x.test",
      phone: "+13035550142",
      address: "12 Mill Rd, Denver",
      note: "a deck · in May",
    },
  });
  expect(columnsLeftOut(columns)).toEqual(["Where we met", "E-mail Type"]);
});

describe("opt-outs in a file", () => {
  const read = (header: string, cell: string, more: Partial<Mapping> = {}) => {
    const headers = ["Name", "Email", header];
    return readRow(
      ["Dana", "d@x.test", cell],
      undefined,
      columnsOf({ headers, mapping: { ...guessMapping(headers), ...more } }),
      DENVER,
    );
  };
  const kindOf = (header: string, cell: string) => {
    const { kind, ...rest } = read(header, cell);
    return kind === "out" && "asks" in rest ? "asks" : kind;
  };

  it.each([
    ["Unsubscribed from all email", "true", "false"],
    ["Email hard bounce reason", "Unknown user", ""],
    ["Marketing contact status", "Non-marketing contact", "Marketing contact"],
    ["UNSUB_TIME", "2026-05-01 14:22:11", ""],
    ["UNSUB_REASON", "I no longer want to receive these emails", ""],
    ["CLEAN_TIME", "2026-05-01 14:22:11", ""],
    ["doNotEmail", "1", "0"],
    ["Do Not Email", "1", "0"],
    ["Do Not Contact", "Yes", "No"],
    ["Don't email", "x", ""],
    ["status", "blocklisted", "enabled"],
    ["status", "unsubscribed", "subscribed"],
    ["Email Marketing Consent", "UNSUBSCRIBED", "SUBSCRIBED"],
    ["Email Marketing Consent", "NEVER_SUBSCRIBED", "SUBSCRIBED"],
    ["Email permission status", "Unsubscribed", "Express"],
    ["Email subscriber status", "Never subscribed", "Subscribed"],
    ["Email Subscription Status", "Bounced", "Active"],
    ["Opt-out Date", "05/01/2026", ""],
    ["Opted out", "yes", "no"],
    ["HasOptedOutOfEmail", "TRUE", "FALSE"],
    ["Email Opt Out", "true", "false"],
    ["Email Blacklisted", "Yes", "No"],
    ["EMAIL_BLACKLIST", "1", "0"],
    ["Blocklisted", "true", "false"],
    ["Marketing status", "no_consent", "subscribed"],
    ["Marketing status", "Archived", "Subscribed"],
    ["Bounced", "true", "false"],
    ["Number of bounces", "2", "0"],
    ["unsubscribed_at", "2026-06-01T10:00:00Z", ""],
    ["unsubscribed_at", "2026-06-01T10:00:00Z", "0000-00-00 00:00:00"],
    ["Spam complaint", "1", "0"],
    ["Suppressed", "True", "False"],
    ["Accepts Email Marketing", "no", "yes"],
    ["Newsletter", "no", "yes"],
    ["Email status", "Cleaned", "Active"],
    ["Labels", "* myContacts ::: Do Not Email", "* myContacts ::: Clients"],
    ["Tags", "deck, unsubscribed", "deck"],
    ["Categories", "Opted out", "Clients"],
    ["Lead Status", "Do not contact", "Open deal"],
    ["Abgemeldet", "ja", "nein"],
    ["Abmeldedatum", "01.05.2026", ""],
    ["Keine E-Mails", "x", ""],
    ["Einwilligung", "nein", "ja"],
    ["Dado de baja", "sí", "no"],
    ["Fecha de baja", "01/05/2026", ""],
    ["No contactar", "1", ""],
    ["Désabonné", "oui", "non"],
    ["Date de désinscription", "01/05/2026", ""],
    ["Ne pas contacter", "vrai", "faux"],
  ])("reads “%s”: %j excludes, %j includes", (header, out, agreed) => {
    expect(read(header, out)).toMatchObject({ kind: "out", email: "d@x.test" });
    expect(read(header, agreed).kind).toBe("person");
  });

  it.each([
    ["Status", "Inactive", "asks"],
    ["Status", "Archived", "asks"],
    ["Email preferences", "Weekly digest", "asks"],
    ["Contact preferences", "see form", "asks"],
    ["Lead Status", "Won", "person"],
    ["State", "CO", "person"],
    ["Billing State", "Removed", "person"],
    ["Do Not Call", "1", "person"],
    ["SMS Opt Out", "true", "person"],
    ["Accepts SMS Marketing", "no", "person"],
    ["Unsubscribe link", "https://x.test/u", "person"],
    ["UNSUB_CAMPAIGN_ID", "", "person"],
    ["OPTIN_TIME", "2026-05-01 14:22:11", "person"],
    ["Soft bounces", "3", "person"],
    ["Marketing source", "Google", "person"],
    ["E-mail 1 - Label", "Home", "person"],
    ["Unsubscribed", "never", "person"],
  ])("classifies “%s” %j as %s", (header, cell, kind) => expect(kindOf(header, cell)).toBe(kind));

  it("asks the owner about an unclear value, and follows their answer", () => {
    expect(read("Status", "Inactive")).toMatchObject({ kind: "out", asks: { at: 2, value: "Inactive" } });
    expect(read("Status", "Inactive", { answers: { 2: "out" } })).toEqual(
      expect.not.objectContaining({ asks: expect.anything() }),
    );
    expect(read("Status", "Inactive", { answers: { 2: "out" } }).kind).toBe("out");
    expect(read("Status", "Inactive", { answers: { 2: "in" } }).kind).toBe("person");
    // A certain opt-out can't be overruled by an answer.
    expect(read("Status", "Unsubscribed", { answers: { 2: "in" } }).kind).toBe("out");
  });

  it("lets the owner map the opt-out column, but not as consent", () => {
    const byHand = (mapping: Partial<Mapping>, cell: string, header = "Kein Kontakt") =>
      read(header, cell, mapping).kind;
    expect([byHand({ optOut: 2 }, "ja"), byHand({ optOut: 2 }, "?"), byHand({ optOut: 2 }, "")]).toEqual([
      "out",
      "out",
      "person",
    ]);
    const turned = { email: 1, name: 0, consent: 2 };
    expect(mappingErrors(turned, ["Name", "Email", "Unsubscribed from all email"])).toEqual({
      consent: expect.stringContaining("asked not to be emailed"),
    });
    // Even if it was saved as consent: true means that they opted out.
    expect(byHand({ consent: 2 }, "true", "Unsubscribed from all email")).toBe("out");
  });

  it("treats a whole file as opted out by its name", () => {
    const headers = ["Name", "Email"];
    const of = (fileName: string, answers?: Mapping["answers"]) =>
      readRow(
        ["Dana", "d@x.test"],
        undefined,
        columnsOf({
          headers,
          fileName,
          mapping: { ...guessMapping(headers), ...(answers ? { answers } : {}) },
        }),
        DENVER,
      );
    expect(of("unsubscribed_members_export_1.csv")).toMatchObject({ kind: "out", asks: { at: "file" } });
    expect(of("cleaned_segment.csv").kind).toBe("out");
    expect(of("unsubscribed_members_export_1.csv", { file: "in" }).kind).toBe("person");
    expect(of("clients 2025.csv").kind).toBe("person");
  });
});

describe("startsOf", () => {
  const DENVER = calendarOf({ zone: "America/Denver" });
  const at = (starts: ReturnType<typeof startsOf>) =>
    starts.map(({ at: moment, many }) => [
      moment.toZonedDateTimeISO("America/Denver").toPlainDateTime().toString(),
      many,
    ]);

  it("starts a few people each hour on the next working day", () => {
    // A Friday.
    const starts = at(startsOf(0, 50, NOW, DENVER));
    expect(starts.slice(0, 2)).toEqual([
      ["2026-11-23T09:00:00", 5],
      ["2026-11-23T10:00:00", 5],
    ]);
    expect(starts.at(-1)![0]).toMatch(/^2026-11-24T/);
  });

  it("skips holidays and hours outside the sending schedule", () => {
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

  it("gives the same times for any batch sizes", () => {
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
        const perDay = Object.values(Object.groupBy(inParts, (moment) => moment.slice(0, 10))).map(
          (day) => day!.length,
        );
        expect(Math.max(...perDay)).toBeLessThanOrEqual(1_000);
      }),
      { numRuns: 50 },
    );
  });
});
