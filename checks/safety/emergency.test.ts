import { expect, it } from "vitest";
import { Visitor } from "#ground/identity/testing/visits.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { closeLink } from "#ground/shares/public.server.ts";
import * as page from "#tools/safety/emergency/page.tsx";
import { loader as pdf } from "#tools/safety/emergency/pdf.ts";
import { EMERGENCY, emergencyId, emergencyOf, SPOTS } from "#tools/safety/emergency/emergency.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { argsOf } from "../testing/changes.ts";
import { db, fetched, guest, job, send, shop, withShop } from "../testing/estimates.ts";
import { pagesOf } from "../testing/pdf-text.ts";
import { visit } from "../testing/screens.ts";

// Emergency cards from a phone to the wall, against the real database.

withShop("America/Denver");

const CARE = {
  name: "St. Luke’s Boise Medical Center",
  address: "190 E Bannock St, Boise",
  phone: "(208) 555-0102",
};
const FULL = {
  ...{
    address: "14 Elm Street, Boise, ID 83702\nBetween 2nd and 3rd Avenue",
    access: "Gate code 4471.\nDrive around the back.",
  },
  ...{ position: { lat: 43.61502, lon: -116.20232 }, hospital: CARE, clinic: CARE },
  calls: Array.from({ length: 8 }, (_, at) => ({
    role: `Superintendent ${at}`,
    name: "Dana Hale",
    phone: "(208) 555-0101",
  })),
  ...Object.fromEntries(
    SPOTS.map(({ key }) => [`spots.${key}`, "North wall, behind the hedge by the second gate"]),
  ),
};

const write = (by: typeof guest, sets: Record<string, unknown>, record = emergencyId(job)) =>
  send(by, record, sets, EMERGENCY);
const printed = () =>
  pdf(argsOf(shop.visitor.request(`/account/safety/emergency/${job}/card.pdf`), { safetyJobId: job }));
const open = (token: string) => visit(new Visitor(), page, `/s/${token}/emergency`, { token });

it("is on the devices of guests, who can’t change it", async () => {
  expect(await write(shop, FULL)).toMatchObject({ is: "held" });
  const card = emergencyOf(
    Object.fromEntries(
      Object.entries((await fetched(guest, emergencyId(job)))!.fields).map(([name, { values }]) => [
        name,
        values[0]!.value,
      ]),
    ),
  );
  expect(card.calls).toHaveLength(8);
  expect(card.hospital).toEqual(CARE);
  expect(await write(guest, { address: "Elsewhere" })).toMatchObject({ is: "refused", code: "forbidden" });
});

it("is one per job", async () => {
  expect(await write(shop, FULL, newLocalId())).toMatchObject({ is: "refused", code: "invalid" });
  expect(await write(shop, { removed: true })).toMatchObject({ is: "refused", code: "invalid" });
  expect(await write(shop, { "spots.gas": "x".repeat(201) })).toMatchObject({
    is: "refused",
    code: "invalid",
  });
});

it("is one page on paper, full and nearly empty, and has one code", async () => {
  await expect(printed()).rejects.toMatchObject({ init: { status: 404 } });
  for (const sets of [{ address: "14 Elm Street" }, FULL]) {
    await write(shop, sets);
    const file = new Uint8Array(await (await printed()).arrayBuffer());
    const pages = await pagesOf(file);
    expect(pages).toHaveLength(1);
    for (const words of ["14 Elm Street", "Call 911", "Llame al 911", "Water shut-off"])
      expect(pages[0]).toContain(words);
  }
  const { rows } = await db.query("select kind from shares_links where job_id = $1", [job]);
  expect(rows).toEqual([{ kind: "safety.emergency" }]);
  const request = guest.visitor.request(`/account/safety/emergency/${job}/card.pdf`);
  await expect(pdf(argsOf(request, { safetyJobId: job }))).rejects.toMatchObject({ init: { status: 403 } });
});

it("opens nothing once the business closed its link, and the next print has a new one", async () => {
  await write(shop, FULL);
  const links = () => db.query<{ id: string }>("select id from shares_links where job_id = $1", [job]);
  await printed();
  const [first] = (await links()).rows;
  await withAccount(shop.account, (ctx) => closeLink(ctx, first!.id));
  await printed();
  expect((await links()).rows.map(({ id }) => id)).not.toContain(first!.id);
  expect((await open("nothing")).status).toBe(404);
});
