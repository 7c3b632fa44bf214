import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AREA_CODES, CANADA, placesOf, type Region, REGIONS } from "./area-codes.ts";
import { bothOpen, isOpen, nextOpen } from "#platform/time/hours.ts";
import { FEDERAL, quietHoursOf } from "./quiet-hours.ts";
import { regionOfAddress, zonesOf } from "./recipient-zones.ts";
import { easter, isHolidayIn, louisiana, utah } from "./state-holidays.ts";
import { NEVER_TEXTED, textCalendarOf, explainNeverTexted } from "./text-calendar.ts";

const at = (local: string, zone = "America/New_York") =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).toInstant();
const calendarOf = (phone: string | null, businessZone: string | null, more = {}) =>
  textCalendarOf({ phone, businessZone, ...more });
const openAt = (local: string, phone: string, zone: string) =>
  isOpen(at(local, zone), calendarOf(phone, zone));

describe("area codes", () => {
  it("are three valid digits, each in one state except for the known shared ones", () => {
    for (const code of AREA_CODES) expect(code).toMatch(/^[2-9]\d\d$/);
    const shared = AREA_CODES.filter((code) => placesOf(code).length > 1);
    expect(shared.toSorted()).toEqual(["782", "867", "902"]);
    const listed = (Object.keys(REGIONS) as Region[]).flatMap((region) => REGIONS[region].codes.split(" "));
    // The only repeats are 782 and 902, in two provinces, and 867, in three territories.
    expect(listed.length - new Set(listed).size).toBe(4);
  });

  it("have existing time zones, and exceptions for codes of their own state", () => {
    for (const region of Object.keys(REGIONS) as Region[]) {
      const {
        codes,
        zones,
        only = {},
      }: { codes: string; zones: readonly string[]; only?: Record<string, readonly string[]> } = REGIONS[
        region
      ];
      for (const zone of [...zones, ...Object.values(only).flat()])
        expect(() => at("2026-06-01T12:00", zone)).not.toThrow();
      for (const code of Object.keys(only)) expect(codes.split(" "), region).toContain(code);
    }
  });

  it.each([
    ["850", "FL", ["America/New_York", "America/Chicago"]],
    ["605", "SD", ["America/Chicago", "America/Denver"]],
    ["208", "ID", ["America/Denver", "America/Los_Angeles"]],
    ["986", "ID", ["America/Denver", "America/Los_Angeles"]],
    ["906", "MI", ["America/New_York", "America/Chicago"]],
    ["270", "KY", ["America/New_York", "America/Chicago"]],
    ["364", "KY", ["America/New_York", "America/Chicago"]],
    ["928", "AZ", ["America/Phoenix", "America/Denver"]],
    ["915", "TX", ["America/Denver"]],
    ["303", "CO", ["America/Denver"]],
    ["212", "NY", ["America/New_York"]],
  ])("%s is %s, in %j", (code, region, zones) => {
    expect(placesOf(code)).toEqual([{ region, zones }]);
  });
});

describe("zonesOf", () => {
  it("reads a number in any format", () => {
    const ways = [
      "(303) 555-0142",
      "303.555.0142",
      "3035550142",
      "+1 303 555 0142",
      "1-303-555-0142",
      "303-555-0142 ext. 12",
    ];
    for (const phone of ways)
      expect(zonesOf(phone, null), phone).toEqual({ places: placesOf("303"), nearby: null });
  });

  it("uses only the business's zone without a readable number", () => {
    for (const phone of [null, "", "  ", "call me", "555-0142", "103 555 0142", "303 155 0142 9"])
      expect(zonesOf(phone, "America/Denver"), String(phone)).toEqual({
        places: [],
        nearby: "America/Denver",
      });
  });

  it("returns abroad for other countries, even within the numbering plan", () => {
    for (const phone of [
      "+44 20 7946 0958",
      "+52 55 1234 5678",
      "011 44 20 7946 0958",
      "(876) 555-0142",
      "+1 242 555 0142",
    ])
      expect(zonesOf(phone, "America/Denver"), phone).toEqual({ abroad: true });
  });

  it("allows for any US state if the area code is newer than the list", () => {
    const where = zonesOf("(999) 555-0142", null);
    const regions = "places" in where ? where.places.map(({ region }) => region) : [];
    expect(regions).toHaveLength(Object.keys(REGIONS).length - CANADA.size - 3);
    // 3 p.m. in New York is 10 a.m. in Honolulu: open in every state.
    expect(isOpen(at("2026-07-07T15:00"), calendarOf("(999) 555-0142", null))).toBe(true);
    expect(isOpen(at("2026-07-07T13:30"), calendarOf("(999) 555-0142", null))).toBe(false);
  });

  it("finds the state in a postal address", () => {
    expect(regionOfAddress("12 Larkspur Rd\nTallahassee, FL 32301")).toBe("FL");
    expect(regionOfAddress("PO BOX 9, NE Corner\nLincoln NE 68501-1234")).toBe("NE");
    expect(regionOfAddress("1 King St W, Toronto, ON M5H 1A1")).toBe("ON");
    for (const none of [null, "", "Somewhere", "12 FL Road", "Hauptstr. 1, DE 10115 Berlin\nZZ 12345"])
      expect(regionOfAddress(none)).toBeNull();
  });
});

describe("quiet hours", () => {
  // A weekday, a Saturday and a Sunday that are no holiday anywhere.
  const DAYS = ["2026-08-05", "2026-08-01", "2026-08-02"];
  it.each<[Region, string, [string, string] | null, ([string, string] | null)?, ([string, string] | null)?]>([
    ["NY", "212", ["08:00", "20:59"], ["08:00", "20:59"], ["08:00", "20:59"]],
    ["FL", "305", ["08:00", "19:59"], ["08:00", "19:59"], ["08:00", "19:59"]],
    ["OK", "405", ["08:00", "19:59"], ["08:00", "19:59"], ["08:00", "19:59"]],
    ["WA", "206", ["08:00", "19:59"], ["08:00", "19:59"], ["08:00", "19:59"]],
    ["MD", "410", ["08:00", "19:59"], ["08:00", "19:59"], ["08:00", "19:59"]],
    ["MA", "617", ["08:00", "19:59"], ["08:00", "19:59"], ["08:00", "19:59"]],
    ["CT", "203", ["09:00", "19:59"], ["09:00", "19:59"], ["09:00", "19:59"]],
    ["TX", "512", ["09:00", "20:59"], ["09:00", "20:59"], ["12:00", "20:59"]],
    ["KY", "502", ["10:00", "20:59"], ["10:00", "20:59"], ["10:00", "20:59"]],
    ["AL", "205", ["08:00", "19:59"], ["08:00", "19:59"], null],
    ["LA", "504", ["08:00", "19:59"], ["08:00", "19:59"], null],
    ["MS", "601", ["08:00", "19:59"], ["08:00", "19:59"], null],
    ["SD", "605", ["09:00", "20:59"], ["09:00", "20:59"], null],
    ["UT", "801", ["08:00", "20:59"], ["08:00", "20:59"], null],
    ["RI", "401", ["09:00", "17:59"], ["10:00", "16:59"], null],
    ["ME", "207", ["09:00", "16:59"], null, null],
    ["CA", "213", ["09:00", "20:59"], ["09:00", "20:59"], ["09:00", "20:59"]],
    ["IL", "312", ["09:00", "20:59"], ["09:00", "20:59"], ["09:00", "20:59"]],
    ["IN", "317", ["09:00", "19:59"], ["09:00", "19:59"], ["09:00", "19:59"]],
    ["MI", "313", ["09:00", "20:59"], ["09:00", "20:59"], ["09:00", "20:59"]],
    ["MN", "612", ["09:00", "20:59"], ["09:00", "20:59"], ["09:00", "20:59"]],
    ["NM", "505", ["09:00", "20:59"], ["09:00", "20:59"], ["09:00", "20:59"]],
    ["NV", "702", ["09:00", "19:59"], ["09:00", "19:59"], ["09:00", "19:59"]],
    ["OR", "503", ["08:00", "19:59"], ["08:00", "19:59"], ["08:00", "19:59"]],
    ["PA", "215", ["08:00", "20:59"], ["08:00", "20:59"], ["08:00", "20:59"]],
    ["SC", "803", ["08:00", "18:59"], ["08:00", "18:59"], ["08:00", "18:59"]],
    ["WY", "307", ["08:00", "19:59"], ["08:00", "19:59"], ["08:00", "19:59"]],
    ["CO", "303", ["08:00", "20:59"], ["08:00", "20:59"], ["08:00", "20:59"]],
    ["PR", "787", ["08:00", "20:59"], ["08:00", "20:59"], ["08:00", "20:59"]],
    ["ON", "416", ["09:00", "20:59"], ["10:00", "17:59"], ["10:00", "17:59"]],
  ])("apply to numbers of %s", (state, code, ...days) => {
    expect(placesOf(code)[0]!.region).toBe(state);
    // In one zone only: a second would take hours away.
    const zone = placesOf(code)[0]!.zones[0]!;
    const calendar = { zones: [{ zone, hours: quietHoursOf(state) }] } as const;
    for (const [n, open] of days.entries()) {
      const minutes = Array.from({ length: 24 * 60 }, (_, minute) => minute).filter((minute) =>
        isOpen(at(DAYS[n]!, zone).add({ minutes: minute }), calendar),
      );
      const words = (minute: number) =>
        `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
      expect(minutes.length ? [words(minutes[0]!), words(minutes.at(-1)!)] : null, DAYS[n]).toEqual(open);
      if (minutes.length) expect(minutes.at(-1)! - minutes[0]! + 1).toBe(minutes.length);
    }
  });

  it("are never longer than the federal ones, and leave some hours in every state", () => {
    for (const state of Object.keys(REGIONS) as Region[]) {
      const own = quietHoursOf(state);
      expect(bothOpen(own, FEDERAL).week, state).toEqual(own.week);
      expect(
        nextOpen(at("2026-07-03T12:00"), { zones: [{ zone: "America/Chicago", hours: own }] }),
        state,
      ).toBeDefined();
    }
  });

  it("close on state and federal holidays", () => {
    expect(openAt("2026-07-24T12:00", "801 555 0142", "America/Denver")).toBe(false);
    expect(openAt("2026-07-24T12:00", "303 555 0142", "America/Denver")).toBe(true);
    // Mardi Gras, and the Friday and Saturday of Independence Day.
    expect(openAt("2026-02-17T12:00", "504 555 0142", "America/Chicago")).toBe(false);
    expect(openAt("2026-07-03T12:00", "401 555 0142", "America/New_York")).toBe(false);
    expect(openAt("2026-07-04T12:00", "401 555 0142", "America/New_York")).toBe(false);
    expect(openAt("2026-07-03T12:00", "212 555 0142", "America/New_York")).toBe(true);
  });
});

describe("state holidays", () => {
  it("have the almanac's date for Easter", () => {
    expect([2024, 2025, 2026, 2027, 2028, 2035, 2038].map((year) => easter(year).toString())).toEqual([
      "2024-03-31",
      "2025-04-20",
      "2026-04-05",
      "2027-03-28",
      "2028-04-16",
      "2035-03-25",
      "2038-04-25",
    ]);
  });

  it("match the lists of Utah and Louisiana", () => {
    // Pioneer Day and Juneteenth of 2027 are Saturdays.
    expect(utah(2027).map(String)).toEqual(["2027-07-24", "2027-07-23", "2027-06-21"]);
    expect(utah(2026).map(String)).toEqual(["2026-07-24", "2026-07-24", "2026-06-15"]);
    expect(louisiana(2026).map(String)).toEqual([
      "2026-01-08",
      "2026-02-17",
      "2026-04-03",
      "2026-08-30",
      "2026-11-01",
      "2026-11-27",
      "2026-11-03",
    ]);
    expect(isHolidayIn()(Temporal.PlainDate.from("2026-12-25"))).toBe(true);
    expect(isHolidayIn()(Temporal.PlainDate.from("2026-12-24"))).toBe(false);
  });
});

describe("a text's calendar", () => {
  it("requires legal hours in the number's zone and the business's: a person from Los Angeles who moved to New York isn't woken", () => {
    const calendar = calendarOf("213 555 0142", "America/New_York");
    expect(isOpen(at("2026-08-05T08:30"), calendar)).toBe(false);
    expect(isOpen(at("2026-08-05T12:00"), calendar)).toBe(true);
    expect(isOpen(at("2026-08-05T21:30"), calendar)).toBe(false);
    expect(nextOpen(at("2026-08-05T05:00"), calendar)?.toString()).toBe(at("2026-08-05T12:00").toString());
  });

  it("requires both zones of an area code: the panhandle's last hour is Eastern, its first Central", () => {
    const calendar = calendarOf("850 555 0142", "America/New_York");
    expect(isOpen(at("2026-08-05T08:59"), calendar)).toBe(false);
    expect(isOpen(at("2026-08-05T09:00"), calendar)).toBe(true);
    expect(isOpen(at("2026-08-05T19:59"), calendar)).toBe(true);
    expect(isOpen(at("2026-08-05T20:00"), calendar)).toBe(false);
  });

  it("follows the law of the business's state, whatever the number's", () => {
    const address = { businessAddress: "12 Larkspur Rd\nMiami, FL 33101" };
    expect(isOpen(at("2026-08-05T20:30"), calendarOf("212 555 0142", "America/New_York"))).toBe(true);
    expect(isOpen(at("2026-08-05T20:30"), calendarOf("212 555 0142", "America/New_York", address))).toBe(
      false,
    );
  });

  it("follows the owner's sending hours and holidays if given, and counts days in the business's zone", () => {
    const day = { from: "10:00", to: "12:00" };
    const sendWindow = [day, day, day, day, day, null, null];
    const calendar = calendarOf("303 555 0142", "America/Denver", { sendWindow });
    expect(calendar.zones[0].zone).toBe("America/Denver");
    expect(nextOpen(at("2026-11-25T12:00", "America/Denver"), calendar)?.toString()).toBe(
      at("2026-11-27T10:00", "America/Denver").toString(),
    );
    expect(calendarOf("213 555 0142", "America/Denver").zones[0].zone).toBe("America/Denver");
  });

  it("never opens abroad or if no hours overlap, and says which", () => {
    const now = at("2026-08-05T12:00");
    const abroad = { phone: "+44 20 7946 0958", businessZone: "America/Denver" };
    expect(nextOpen(now, textCalendarOf(abroad))).toBeUndefined();
    expect(explainNeverTexted(abroad, now)).toBe(NEVER_TEXTED.abroad);
    const nine = { from: "08:00", to: "09:00" };
    const apart = {
      phone: "808 555 0142",
      businessZone: "America/New_York",
      sendWindow: [nine, nine, nine, nine, nine, null, null],
    };
    expect(explainNeverTexted(apart, now)).toBe(NEVER_TEXTED.neverOpen);
    expect(explainNeverTexted({ phone: "808 555 0142", businessZone: "America/New_York" }, now)).toBeNull();
  });

  it("opens eventually for every area code and US time zone, without sending hours", () => {
    const zones = fc.constantFrom(
      "America/New_York",
      "America/Chicago",
      "America/Denver",
      "America/Los_Angeles",
      "Pacific/Honolulu",
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...AREA_CODES.filter((code) => !["684", "670", "671"].includes(code))),
        zones,
        (code, zone) => {
          expect(
            explainNeverTexted({ phone: `${code}5550142`, businessZone: zone }, at("2026-08-05T12:00")),
          ).toBeNull();
        },
      ),
      { numRuns: 500 },
    );
  });
});
