import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "#platform/errors/app-error.ts";
import type { Business } from "../business.ts";
import { hoursField, formatHours, readHours } from "./hours.ts";
import type { OpeningHours, TaxRate } from "../schema.ts";
import { checkSettings, CURRENCY_CHOICES, formOf } from "./settings-form.ts";
import { eachText, TEXT_NAMES } from "./text-settings.ts";
import { milliPercentOf, formatPercent, readTaxes, taxField } from "./taxes.ts";

const BASIC = { businessName: "Larkspur", zone: "America/Denver" };
/** The empty rows a browser always posts. */
const UNTOUCHED = { [hoursField(0, "from")]: "", [taxField(0, "name")]: "" };
const errorsOf = (fields: Record<string, string>) => {
  try {
    checkSettings(fields);
    return {};
  } catch (error) {
    return (error as AppError).fields;
  }
};

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((pair) => pair.map((one) => String(one).padStart(2, "0")).join(":"));
const day = fc.option(
  fc
    .uniqueArray(time, { minLength: 2, maxLength: 2 })
    .map((two) => two.toSorted())
    .map(([from, to]) => ({ from: from!, to: to! })),
);
const sendDay = fc.option(
  fc
    .uniqueArray(fc.integer({ min: 8 * 60, max: 21 * 60 }), { minLength: 2, maxLength: 2 })
    .map((two) => two.toSorted((one, other) => one - other))
    .map((two) =>
      two.map((all) => [Math.floor(all / 60), all % 60].map((one) => String(one).padStart(2, "0")).join(":")),
    )
    .map(([from, to]) => ({ from: from!, to: to! })),
);
const sendWindows = fc
  .array(sendDay, { minLength: 7, maxLength: 7 })
  .filter((week) => week.some((day) => day !== null));
const hours: fc.Arbitrary<OpeningHours> = fc.array(day, { minLength: 7, maxLength: 7 });
const taxes: fc.Arbitrary<TaxRate[]> = fc.uniqueArray(
  fc.record({
    name: fc.stringMatching(/^[A-Z][a-z]{1,12}$/),
    milliPercent: fc.integer({ min: 0, max: 100_000 }),
  }),
  { maxLength: 5, selector: ({ name }) => name.toLowerCase() },
);

describe("opening hours", () => {
  it("round-trip through the form", () => {
    fc.assert(
      fc.property(hours, taxes, (hours, taxRates) => {
        const change = checkSettings({ ...UNTOUCHED, ...formOf({ ...EMPTY, hours, taxRates }), ...BASIC });
        expect(change.hours).toEqual(hours);
        expect(change.taxRates).toEqual(taxRates);
      }),
    );
  });

  it("are formatted like on a sign", () => {
    const weekdays = { from: "08:00", to: "17:30" };
    const week: OpeningHours = [
      weekdays,
      weekdays,
      weekdays,
      weekdays,
      weekdays,
      { from: "09:00", to: "12:00" },
      null,
    ];
    expect(formatHours(week)).toEqual(["Mon–Fri 8 AM – 5:30 PM", "Sat 9 AM – 12 PM", "Sun closed"]);
    expect(formatHours(null)).toEqual([]);
    expect(formatHours(week.map(() => ({ from: "00:00", to: "23:59" })))).toEqual([
      "Mon–Sun 12 AM – 11:59 PM",
    ]);
  });

  it("are refused at their day when impossible, and closed wins over times", () => {
    const read = (fields: Record<string, string>) => readHours(fields);
    expect(read({ [hoursField(0, "from")]: "8:00" }).errors).toHaveProperty([hoursField(0, "from")]);
    expect(read({ [hoursField(2, "from")]: "08:00" }).errors[hoursField(2, "to")]).toContain("Wednesday");
    expect(
      read({ [hoursField(4, "from")]: "17:00", [hoursField(4, "to")]: "08:00" }).errors[hoursField(4, "to")],
    ).toContain("before you open");
    expect(read({ [hoursField(0, "from")]: "25:99", [hoursField(0, "closed")]: "yes" })).toEqual({
      value: Array(7).fill(null),
      errors: {},
    });
    expect(read({ [hoursField(0, "from")]: "", [hoursField(0, "to")]: "" }).value).toBeNull();
    expect(read({}).value).toBeUndefined();
  });
});

describe("sending hours", () => {
  const field = (day: number, part: "from" | "to" | "closed") => hoursField(day, part, "sending");

  it("round-trip through the form, independent of opening hours", () => {
    fc.assert(
      fc.property(hours, sendWindows, (hours, sendWindow) => {
        const change = checkSettings({ ...UNTOUCHED, ...formOf({ ...EMPTY, hours, sendWindow }), ...BASIC });
        expect(change.sendWindow).toEqual(sendWindow);
        expect(change.hours).toEqual(hours);
      }),
    );
  });

  it("default to the working week, like the planner", () => {
    const form = formOf(EMPTY);
    expect([form[field(0, "from")], form[field(4, "to")], form[field(5, "closed")]]).toEqual([
      "09:00",
      "17:00",
      "yes",
    ]);
    expect(checkSettings({ ...form, ...BASIC }).sendWindow).toBeNull();
    expect(checkSettings({ ...form, ...BASIC, [field(0, "from")]: "08:00" }).sendWindow).not.toBeNull();
    expect(checkSettings(BASIC)).not.toHaveProperty("sendWindow");
    // Empty fields mean the usual week.
    expect(checkSettings({ ...BASIC, [field(0, "from")]: "", [field(0, "to")]: "" }).sendWindow).toBeNull();
  });

  it.each([
    [
      { [field(0, "from")]: "17:00", [field(0, "to")]: "09:00" },
      field(0, "to"),
      "On Monday follow-up would stop before it starts.",
    ],
    [
      { [field(2, "from")]: "09:00", [field(2, "to")]: "09:00" },
      field(2, "to"),
      "On Wednesday follow-up would stop before it starts.",
    ],
    [
      { [field(1, "from")]: "07:59", [field(1, "to")]: "12:00" },
      field(1, "from"),
      "Nothing goes out before 8 AM.",
    ],
    [
      { [field(6, "from")]: "20:00", [field(6, "to")]: "21:01" },
      field(6, "to"),
      "Nothing goes out after 9 PM.",
    ],
    [
      { [field(3, "from")]: "22:00", [field(3, "to")]: "23:00" },
      field(3, "to"),
      "Nothing goes out after 9 PM.",
    ],
    [{ [field(3, "from")]: "9" }, field(3, "from"), "When does follow-up start on Thursday?"],
    [{ [field(3, "from")]: "09:00" }, field(3, "to"), "When does follow-up stop on Thursday?"],
    [
      Object.fromEntries(Array.from({ length: 7 }, (_, day) => [field(day, "closed"), "yes"])),
      field(0, "from"),
      "at least one day",
    ],
  ])("that can't be are refused beside their day: %j", (fields, at, sentence) => {
    expect(errorsOf({ ...BASIC, ...fields })).toEqual({ [at]: expect.stringContaining(sentence) as string });
  });
});

describe("taxes", () => {
  it.each([
    ["8.875", 8875],
    ["6", 6000],
    [" 6,25 % ", 6250],
    ["0", 0],
    ["100", 100_000],
    ["100.001", undefined],
    ["8.8755", undefined],
    ["-1", undefined],
    ["1e1", undefined],
    ["", undefined],
    ["８", undefined],
  ])("reads %j as %j thousandths", (typed, expected) => expect(milliPercentOf(typed)).toBe(expected));

  it("are formatted as typed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (rate) => {
        expect(milliPercentOf(formatPercent(rate))).toBe(rate);
      }),
    );
  });

  it("need a name and a rate, and each name once", () => {
    const read = (rows: [string, string][]) =>
      readTaxes(
        Object.fromEntries(
          rows.flatMap(([name, percent], row) => [
            [taxField(row, "name"), name],
            [taxField(row, "percent"), percent],
          ]),
        ),
      );
    expect(
      read([
        ["", ""],
        ["Sales tax", "8.875"],
        ["", ""],
      ]).value,
    ).toEqual([{ name: "Sales tax", milliPercent: 8875 }]);
    expect(read([["", "5"]]).errors).toHaveProperty([taxField(0, "name")]);
    expect(read([["City", "much"]]).errors).toHaveProperty([taxField(0, "percent")]);
    expect(
      read([
        ["City", "1"],
        ["CITY", "2"],
      ]).errors,
    ).toHaveProperty([taxField(1, "name")]);
    expect(read([["x".repeat(41), "1"]]).errors).toHaveProperty([taxField(0, "name")]);
  });
});

describe("a text setting", () => {
  it.each(TEXT_NAMES)("%s is a field of the form", (name) => {
    const forms = ["settings.tsx", "profile-fields.tsx"].map((file) =>
      readFileSync(`src/ground/businesses/settings/${file}`, "utf8"),
    );
    expect(forms.filter((form) => form.includes(`{...of("${name}")}`))).toHaveLength(1);
    expect(checkSettings({ ...BASIC, [name]: "" })).toHaveProperty(name, "");
    expect(formOf(EMPTY)[name]).toBe("");
  });
});

describe("the settings form", () => {
  it("omits fields that weren't posted", () => {
    expect(checkSettings(BASIC)).toEqual(BASIC);
  });

  it("reports all errors at once", () => {
    const errors = errorsOf({
      businessName: " ",
      zone: "Mars/Base",
      replyAddress: "no",
      phone: "call me",
      licenceNumber: "x".repeat(61),
      currency: "XXZ",
      signature: "1\n2\n3\n4\n5\n6\n7",
      [hoursField(1, "from")]: "9",
      [taxField(0, "name")]: "City",
    });
    expect(Object.keys(errors).toSorted()).toEqual(
      [
        "businessName",
        "zone",
        "replyAddress",
        "phone",
        "licenceNumber",
        "currency",
        "signature",
        hoursField(1, "from"),
        taxField(0, "percent"),
      ].toSorted(),
    );
  });

  it.each(["(303) 555-0142", "+44 20 7946 0018", "1-800-ROOFERS", "303.555.0142 x12", "720/555-0199"])(
    "accepts the number %s as typed",
    (phone) => {
      expect(checkSettings({ ...BASIC, phone }).phone).toBe(phone);
    },
  );
  it.each(["12", "<b>303 555 0142</b>", "mailto:x@y.z", "javascript:1234567", "------------"])(
    "rejects %s as a number",
    (phone) => {
      expect(errorsOf({ ...BASIC, phone })).toHaveProperty("phone");
    },
  );

  it("removes control characters and line breaks from single-line fields", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const errors = errorsOf({ ...BASIC, licenceNumber: `A${text}\r\nBcc: x` });
        if (Object.keys(errors).length) return;
        expect(checkSettings({ ...BASIC, licenceNumber: `A${text}\r\nBcc: x` }).licenceNumber).not.toMatch(
          // oxlint-disable-next-line no-control-regex -- the very characters that must not be there
          /[\u0000-\u001f\u007f]/,
        );
      }),
    );
    expect(checkSettings({ ...BASIC, signature: " Pat \r\n Larkspur\u0000\r\n" }).signature).toBe(
      "Pat\nLarkspur",
    );
  });

  it("lists the usual currencies first, each once", () => {
    const codes = CURRENCY_CHOICES.map(({ value }) => value);
    expect(codes.slice(0, 2)).toEqual(["USD", "CAD"]);
    expect(new Set(codes).size).toBe(codes.length);
    expect(CURRENCY_CHOICES[0]!.label).toBe("USD – US Dollar");
  });
});

const EMPTY: Business = {
  name: null,
  postalAddress: null,
  zone: null,
  replyAddress: null,
  ...eachText(() => null),
  hours: null,
  sendWindow: null,
  currency: "USD",
  taxRates: [],
  logo: null,
  face: null,
  color: null,
};
