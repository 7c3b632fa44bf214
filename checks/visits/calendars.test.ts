import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type LoaderFunctionArgs, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listenForDeeds } from "#ground/events/listeners.server.ts";
import { listenForPeople } from "#trade/leads/listeners.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import {
  addCalendar,
  listCalendars,
  readAddress,
  refreshCalendar,
  refreshCalendars,
  removeCalendar,
} from "#trade/visits/calendars.server.ts";
import { loader as feed } from "#trade/visits/feed.ts";
import { feedLink } from "#trade/visits/links.server.ts";
import { listenForVisitors } from "#trade/visits/listeners.server.ts";
import { defaultSettings } from "#trade/visits/rules.ts";
import { renewFeed, saveSettings, visitSettings } from "#trade/visits/settings.server.ts";
import { bookVisit, findFreeDays } from "#trade/visits/visits.server.ts";
import { getBusiness } from "#ground/businesses/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { outside, useOutside } from "#platform/outside/outside.server.ts";
import { openBusiness } from "../testing/business.ts";

// Other calendars of the business keep clients from booking, and the visits are offered as a calendar.

const FRIDAY = "2026-11-20T17:00:00Z";
const clock = testClock(FRIDAY);
let test: TestDatabase;
let server: Server;
let shop: Awaited<ReturnType<typeof openBusiness>>;
/** What the calendar's server answers now. */
let answer: (response: ServerResponse) => void;
let asked: number;

const event = (from: string, until: string) =>
  `BEGIN:VEVENT\r\nUID:${from}@elsewhere.test\r\nDTSTART:${from}\r\nDTEND:${until}\r\nEND:VEVENT\r\n`;
const calendar = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join("")}END:VCALENDAR\r\n`;
const says = (text: string, status = 200) => {
  answer = (response) => {
    response.writeHead(status, { "Content-Type": "text/calendar" });
    response.end(text);
  };
};
const address = (path = "/mine.ics") => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  useOutside({ ...outside(), mayReachPrivate: true });
  listenForDeeds();
  listenForPeople();
  listenForLeads();
  listenForVisitors();
  server = createServer((_, response) => {
    asked++;
    answer(response);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await test.drop();
});
beforeEach(async () => {
  clock.set(FRIDAY);
  asked = 0;
  shop = await openBusiness();
  await withAccount(shop.account, (ctx) =>
    saveSettings(ctx, { ...defaultSettings(null), isOpen: true, travelMinutes: 0 }),
  );
});

const monday = () =>
  withAccount(shop.account, async (ctx) => {
    const [day] = await findFreeDays(ctx, await visitSettings(ctx), { from: "2026-11-23", most: 1 });
    return (day?.starts ?? []).map((at) =>
      at.toZonedDateTimeISO("America/Denver").toPlainTime().toString({ smallestUnit: "minute" }),
    );
  });
const calendars = () => withAccount(shop.account, listCalendars);
const add = (path?: string) => addCalendar(shop.account, { address: address(path), name: "Family" });

describe("other calendars", () => {
  it("keep clients from booking while they are busy, and not after they are removed", async () => {
    expect(await monday()).toContain("09:00");
    says(calendar(event("20261123T160000Z", "20261123T230000Z")));
    await add();
    expect(await monday()).toEqual(["16:00"]);
    const [one] = await calendars();
    expect(one).toMatchObject({ name: "Family", events: 1, problem: null });
    await withAccount(shop.account, (ctx) => removeCalendar(ctx, one!.id));
    expect(await monday()).toContain("09:00");
  });

  it("are read again when they are due, by one process only", async () => {
    says(calendar());
    await add();
    says(calendar(event("20261123T160000Z", "20261123T230000Z")));
    await refreshCalendars();
    expect(asked).toBe(1);
    clock.advance({ minutes: 16 });
    await Promise.all([refreshCalendars(), refreshCalendars()]);
    expect(asked).toBe(2);
    expect(await monday()).toEqual(["16:00"]);
  });

  it("count as they last were when they can’t be read, and say why", async () => {
    says(calendar(event("20261123T160000Z", "20261123T230000Z")));
    await add();
    const [{ id } = { id: "" }] = await calendars();
    for (const [status, text, problem] of [
      [404, "", "says there is no such calendar"],
      [500, "", "answered with an error (500)"],
      [200, "<html>Sign in</html>", "something else at this address"],
    ] as const) {
      says(text, status);
      clock.advance({ minutes: 16 });
      await refreshCalendar(shop.account, id);
      expect((await calendars())[0]!.problem).toContain(problem);
      expect(await monday()).toEqual(["16:00"]);
    }
    says(calendar());
    clock.advance({ minutes: 16 });
    await refreshCalendar(shop.account, id);
    expect(await calendars()).toMatchObject([{ problem: null, events: 0 }]);
    expect(await monday()).toContain("09:00");
  });

  it("refuse what isn’t a calendar, what breaks off, and what never ends, before anything is saved", async () => {
    says("<html>");
    await expect(add()).rejects.toThrow("There is something else at this address, not a calendar.");
    answer = (response) => response.destroy();
    await expect(add()).rejects.toThrow("We couldn’t connect to the calendar’s server.");
    answer = (response) => {
      response.writeHead(302, { Location: address() });
      response.end();
    };
    await expect(add()).rejects.toThrow("never to a calendar");
    answer = (response) => {
      response.writeHead(200);
      const piece = Buffer.alloc(1024 * 1024, "x");
      const more = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on("drain", more);
      more();
    };
    await expect(add()).rejects.toThrow("larger than 25 MB");
    expect(await calendars()).toEqual([]);
  });

  it("follow a redirect, and never into a private network", async () => {
    answer = (response) => {
      if (asked > 1) return (says(calendar()), answer(response));
      response.writeHead(301, { Location: address("/there.ics") });
      response.end();
    };
    await add();
    expect(await calendars()).toHaveLength(1);
    useOutside({ ...outside(), mayReachPrivate: false });
    await expect(add()).rejects.toThrow("isn’t on the public internet");
    useOutside({ ...outside(), mayReachPrivate: true });
  });

  it("are few, and their addresses are read as people paste them", async () => {
    says(calendar());
    for (let time = 0; time < 5; time++) await add();
    await expect(add()).rejects.toThrow("You have 5 calendars here.");
    expect(readAddress(" webcal://calendars.test/a.ics ")).toBe("https://calendars.test/a.ics");
    for (const wrong of ["calendar", "ftp://calendars.test/a.ics", "https://me:secret@calendars.test/a.ics"])
      expect(() => readAddress(wrong)).toThrow();
  });
});

describe("the feed", () => {
  const open = async (link: string) => {
    const file = link.split("/").at(-1)!;
    const response = await feed({
      request: new Request(link),
      params: { file },
      context: new RouterContextProvider(),
    } as unknown as LoaderFunctionArgs);
    return response.text();
  };
  const link = () =>
    withAccount(shop.account, async (ctx) => feedLink(ctx, (await visitSettings(ctx)).feedId!));

  it("has the visits, and ends at its old address when the owner makes a new one", async () => {
    await withAccount(shop.account, async (ctx) =>
      bookVisit(ctx, await visitSettings(ctx), await getBusiness(ctx), {
        id: newId(),
        at: Temporal.Instant.from("2026-11-23T16:00:00Z"),
        place: "theirs",
        name: "Maria Lopez",
        email: "maria@client.test",
        phone: "+13035550142",
        address: "12 Elm St",
        note: null,
        zone: "America/Denver",
        texts: false,
        wording: "yes",
        source: "/visits/x",
        leadId: null,
      }),
    );
    const first = await link();
    expect(first).toMatch(/\.ics$/);
    const file = await open(first);
    expect(file).toContain("SUMMARY:Estimate visit: Maria Lopez");
    expect(file).toContain("DTSTART:20261123T160000Z");
    await withAccount(shop.account, renewFeed);
    await expect(open(first)).rejects.toMatchObject({ init: { status: 404 } });
    expect(await open(await link())).toContain("Maria Lopez");
  });

  it("refuses a forged address", async () => {
    const forged = (await link()).replace(/feed\/./, "feed/q");
    await expect(open(forged)).rejects.toMatchObject({ init: { status: 404 } });
  });
});
