import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { recordsOfKind } from "#ground/sync/public.server.ts";
import * as edit from "#tools/safety/establishments/edit.tsx";
import * as list from "#tools/safety/establishments/list.tsx";
import { loader as file } from "#tools/safety/forms/file.ts";
import { filePath, type FormFile, formsPath } from "#tools/safety/forms/paths.ts";
import { loader as prequalificationPdf } from "#tools/safety/prequalification/pdf.ts";
import * as prequalification from "#tools/safety/prequalification/page.tsx";
import * as screen from "#tools/safety/forms/year.tsx";
import { numberIncidentTask } from "#tools/safety/incidents/stored/number.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { argsOf, somebody, type Somebody } from "../testing/changes.ts";
import { db, guest, job, nextJob, send, shop, startShop, stopShop, mayMail } from "../testing/estimates.ts";
import { pagesOf } from "../testing/pdf-text.ts";
import { visit } from "../testing/screens.ts";
import { EXPECTED, FIGURES, INJURY, injuryAt, offTheLog, PLACE } from "./firm-year.ts";
import { parseCsv, validateCases, validateSummary } from "./ita/validate.ts";

// A year of a made-up firm, from its injuries to OSHA’s forms, against the real database.

const YEAR = Temporal.Now.plainDateISO("UTC").year - 1;
const PATH = formsPath(YEAR);
const drawing = JSON.stringify({
  ...{ width: 300, height: 100 },
  strokes: [
    [
      [10, 50, 0],
      [150, 20, 40],
      [290, 60, 90],
    ],
  ],
});
const SIGNED = { name: "Rosa Peña", title: "President", phone: "512-555-0100", examined: "yes", drawing };

let manager: Somebody;
let at: string;

beforeAll(async () => {
  await startShop();
  await mayMail("America/Chicago");
  await nextJob();
  for (let one = 0; one < 30; one++) await injured(injuryAt(YEAR, one));
  for (const one of offTheLog(YEAR)) await injured(one);
  manager = await somebody(db, "manager@forms.test");
  await db.query(
    "insert into businesses_members (account_id, user_id, role, created_at) values ($1, $2, 'manager', now())",
    [shop.account, manager.who.id],
  );
}, 60_000);
afterAll(stopShop);

async function injured(sets: Record<string, unknown>): Promise<string> {
  const id = newLocalId();
  expect(await send(shop, id, sets, INJURY)).toMatchObject({ is: "held" });
  await numberIncidentTask.run({ accountId: shop.account, id, kind: INJURY }, Temporal.Now.instant());
  return id;
}

type Shown = Awaited<ReturnType<typeof screen.loader>>;
const open = async (by = shop as Somebody) => visit(by.visitor, screen, PATH);
const of = async () => {
  const { of: found } = (await open()).shown as unknown as Shown;
  if (!found) throw new Error("there’s no establishment");
  return found;
};
const post = (fields: Record<string, string>) => visit(shop.visitor, screen, PATH, {}, fields);
const fetchFile = (name: string, query = "", by = shop as Somebody) =>
  file(
    argsOf(by.visitor.request(filePath(name as FormFile, YEAR, at) + query), {
      ...{ file: name, establishmentId: at },
    }),
  );
const certify = async (more: Record<string, string> = {}) => {
  const { form } = await of();
  return post({ do: "certify", ...form, ...SIGNED, day: `${YEAR + 1}-01-02`, ...more });
};

describe("a year’s forms", () => {
  it("ask for an establishment first, which refuses what OSHA refuses, and loses nothing", async () => {
    expect((await open()).shown["of"]).toBeNull();
    const path = "/account/safety/forms/establishments/new";
    const { shown } = await visit(shop.visitor, edit, path, { establishmentId: "new" });
    const id = (shown as { id: string }).id;
    const bad = { ...PLACE, id, name: "", ein: "12", zip: "787", naics: "2381" };
    const refused = await visit(shop.visitor, edit, path, { establishmentId: "new" }, bad);
    expect([refused.status, Object.keys(refused.shown["errors"] as object).toSorted()]).toEqual([
      422,
      ["ein", "naics", "name", "zip"],
    ]);
    expect(refused.shown["values"]).toMatchObject({ city: "Austin", ein: "12" });
    // Sent twice, it is one.
    for (let twice = 0; twice < 2; twice++)
      expect(
        await visit(shop.visitor, edit, path, { establishmentId: "new" }, { ...PLACE, id }),
      ).toMatchObject({ status: 303 });
    const { shown: listed } = await visit(shop.visitor, list, "/account/safety/forms/establishments");
    expect(listed["places"]).toMatchObject([{ id, name: PLACE.name }]);
    at = id;
  });

  it("have the recordable cases of the year by number, and their totals", async () => {
    const found = await of();
    expect(found.rows).toHaveLength(30);
    expect(found.totals).toEqual(EXPECTED);
    expect(found.undecided).toBe(1);
    expect(found.rows.filter(({ name }) => name === "Privacy case").map(({ id }) => id)).toHaveLength(1);
  });

  it("say beside each field what OSHA’s file lacks, and download nothing until then", async () => {
    const { files } = await of();
    expect(files.summary.errors.map(({ field }) => field).toSorted()).toEqual([
      ...["averageEmployees", "headcount", "hours"],
    ]);
    expect(files.cases.errors).toEqual([]);
    const answer = await fetchFile("ita-300a.csv");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${PATH}&at=${at}#send`]);
  });

  it("propose hours and employees from the daily logs", async () => {
    expect((await of()).proposal).toBeNull();
    const sets = {
      ...{ date: `${YEAR}-03-02`, company: shop.account, type: "crew" },
      crew: { company: "", trade: "Roofing", count: 60, hours: 8 },
    };
    const first = newLocalId();
    expect(await send(shop, first, sets, "logs.entry")).toMatchObject({ is: "held" });
    // A correction replaces what it corrects, and other companies have logs of their own.
    const crew = { ...sets.crew, count: 52 };
    expect(await send(shop, newLocalId(), { ...sets, crew, corrects: first }, "logs.entry")).toMatchObject({
      is: "held",
    });
    const other = { ...sets, crew: { ...sets.crew, company: "Ace Electric" } };
    expect(await send(shop, newLocalId(), other, "logs.entry")).toMatchObject({ is: "held" });
    expect((await of()).proposal).toMatchObject({ hours: 416, averageEmployees: 1 });
  });

  it("take figures as people type them, and refuse others beside their fields", async () => {
    const refused = await post({ do: "figures", ...FIGURES, hours: "many", headcount: "-3" });
    expect([refused.status, Object.keys(refused.shown["errors"] as object)]).toEqual([
      422,
      ["headcount", "hours"],
    ]);
    expect(await post({ do: "figures", ...FIGURES })).toMatchObject({ status: 303 });
    const found = await of();
    expect(found.establishment).toMatchObject({ hours: 190_000, averageEmployees: 96, headcount: 124 });
    expect(found.duty).toMatchObject({ records: true, sends: "form 300A and cases" });
    expect(found.rates?.trir.formula).toBe("(30 recordable cases × 200,000) ÷ 190,000 hours = 31.58");
  });

  it("become files that OSHA accepts", async () => {
    const summary = await (await fetchFile("ita-300a.csv")).text();
    expect(validateSummary(summary)).toEqual([]);
    const cases = await (await fetchFile("ita-cases.csv")).text();
    expect(validateCases(cases)).toEqual([]);
    expect(parseCsv(cases)).toHaveLength(31);
    for (const name of ["Núñez", "Ortega", "Elm St"]) expect(cases).not.toContain(name);
  });

  it("are certified by drawing a signature, once however often it is sent", async () => {
    const refused = await certify({ drawing: "", title: "", day: `${YEAR}-12-31` });
    expect([refused.status, Object.keys(refused.shown["errors"] as object).toSorted()]).toEqual([
      422,
      ["day", "drawing", "title"],
    ]);
    expect(refused.shown["values"]).toMatchObject({ name: "Rosa Peña" });
    expect(await certify({ seen: "[]" })).toMatchObject({ status: 409 });
    const { form } = await of();
    for (let twice = 0; twice < 2; twice++)
      expect(await post({ do: "certify", ...form, ...SIGNED, day: `${YEAR + 1}-01-02` })).toMatchObject({
        status: 303,
      });
    const found = await of();
    expect(found.certificates).toMatchObject([{ version: 1, name: "Rosa Peña" }]);
    expect([found.isChanged, found.certificates[0]?.form.totals]).toEqual([false, EXPECTED]);
    expect(await certify()).toMatchObject({ status: 409 });
  });

  it("keep both when a case changes after that", async () => {
    const { rows } = await of();
    const id = rows[0]!.id;
    const [before] = await withAccount(shop.account, async (ctx) =>
      (await recordsOfKind(ctx, INJURY, {}, 100)).filter((one) => one.id === id),
    );
    expect(await send(shop, id, { "answers.unconscious": "no" }, INJURY, before)).toMatchObject({
      is: "held",
    });
    expect(await of()).toMatchObject({ isChanged: true, totals: { otherCases: EXPECTED.otherCases - 1 } });
    const draft = (await pagesOf(new Uint8Array(await (await fetchFile("300a.pdf")).arrayBuffer()))).join(
      " ",
    );
    expect(draft).toContain("Not certified yet");
    expect(await certify()).toMatchObject({ status: 422 });
    expect(await certify({ reason: "One case was first aid" })).toMatchObject({ status: 303 });
    const found = await of();
    expect(found.certificates.map(({ version, reason }) => [version, reason])).toEqual([
      [2, "One case was first aid"],
      [1, ""],
    ]);
    const pdf = async (query: string) =>
      (await pagesOf(new Uint8Array(await (await fetchFile("300a.pdf", query)).arrayBuffer()))).join(" ");
    expect(await pdf("")).toContain("Amended, version 2: One case was first aid");
    expect(await pdf("&version=1")).not.toContain("Amended");
  });
});

describe("a case whose days still run", () => {
  // Surgery long after the injury: from the year before, 180 days would be over in summer.
  const ago = (days: number) => Temporal.Now.plainDateISO("UTC").subtract({ days }).toString();
  const spell = (more: Record<string, unknown>) => ({
    "spells.a": { kind: "away", from: ago(20), to: null, expectedTo: null, ...more },
  });
  const change = async (id: string, sets: Record<string, unknown>) => {
    const [before] = await withAccount(shop.account, async (ctx) =>
      (await recordsOfKind(ctx, INJURY, {}, 100)).filter((one) => one.id === id),
    );
    expect(await send(shop, id, sets, INJURY, before)).toMatchObject({ is: "held" });
  };
  /** The certificate as it was made some days ago. */
  const daysAgo = (days: number) =>
    db.query(
      `update safety_certificates set form = jsonb_set(jsonb_set(form,
         '{open}', (select jsonb_object_agg(key, jsonb_set(value, '{daysAway}', to_jsonb((value->>'daysAway')::int - $1::int))) from jsonb_each(form->'open'))),
         '{totals,daysAway}', to_jsonb((form->'totals'->>'daysAway')::int - $1::int))
       where version = 3`,
      [days],
    );

  it("asks for no amendment every day, only when its count is final, which is optional then", async () => {
    const sets = {
      ...injuryAt(YEAR, 1),
      ...spell({}),
      ...{ when: { date: `${YEAR}-12-01`, time: "13:20", zone: "America/Chicago" } },
    };
    const id = await injured(sets);
    expect(await of()).toMatchObject({ isChanged: true, isOnlyDays: false });
    expect(await certify({ reason: "A case was entered late" })).toMatchObject({ status: 303 });
    const certified = await of();
    expect(certified).toMatchObject({ isChanged: false, stillCounting: [] });
    await daysAgo(12);
    const later = await of();
    const row = later.rows.find((one) => one.id === id)!;
    expect(later).toMatchObject({
      ...{ isChanged: false, totals: { daysAway: certified.totals.daysAway - 12 } },
      stillCounting: [{ id, certified: row.daysAway! - 12, now: row.daysAway }],
    });
    expect(await certify({ reason: "Nothing" })).toMatchObject({ status: 409 });
    // A doctor’s estimate is still one.
    await change(id, spell({ expectedTo: ago(-30) }));
    expect((await of()).isChanged).toBe(false);
    await change(id, spell({ to: ago(18) }));
    const closed = await of();
    expect(closed).toMatchObject({ isChanged: true, isOnlyDays: true, stillCounting: [] });
    expect(closed.rows.find((one) => one.id === id)?.daysAway).toBe(3);
    await change(id, { "answers.death": "yes" });
    expect(await of()).toMatchObject({ isChanged: true, isOnlyDays: false });
    await change(id, { "answers.hurt": "no" });
  });
});

describe("the PDFs", () => {
  const pages = async (name: string) => {
    const answer = await fetchFile(name);
    expect([name, answer.headers.get("content-type")]).toEqual([name, "application/pdf"]);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const to = process.env["PDFS"];
    if (to) writeFileSync(`${to}/${name}`, bytes);
    return pagesOf(bytes);
  };

  it("are the log, the summary, and a report of each case, without the name of a privacy case", async () => {
    const log = (await pages("300.pdf")).join(" ");
    for (const words of ["Privacy case", "María Núñez", "Austin", "(F)", "Job transfer or restriction"])
      expect(log).toContain(words);
    expect((await pages("300a.pdf")).join(" ")).toContain("190,000");
    await db.query("update identity_users set name = 'Rosa Decides' where id = $1", [shop.who.id]);
    const reports = await pages("301.pdf");
    // Completed by who decided.
    for (const page of reports) expect(page).toMatch(/Rosa Decides[^]*Owner/);
    expect(reports).toHaveLength(29);
    const hidden = reports.filter((page) => page.includes("Privacy case"));
    expect(hidden).toHaveLength(1);
    for (const words of ["María", "Elm St", "6/20/1985"]) expect(hidden[0]).not.toContain(words);
    expect((await pages("privacy-cases.pdf")).join(" ")).toContain("María Núñez");
  }, 30_000);
});

describe("prequalification", () => {
  const path = "/account/safety/forms/prequalification";

  it("has hours, rates and the insurer’s rate of the company, on the screen and as PDF", async () => {
    const refused = await visit(shop.visitor, prequalification, path, {}, { [`emr-${YEAR}`]: "87" });
    expect([refused.status, refused.shown["errors"]]).toEqual([
      422,
      { [`emr-${YEAR}`]: "Enter the rate with two digits, such as 0.87." },
    ]);
    expect(await visit(shop.visitor, prequalification, path, {}, { [`emr-${YEAR}`]: "0.87" })).toMatchObject({
      status: 303,
    });
    const { shown } = await visit(shop.visitor, prequalification, path);
    expect((shown["rows"] as object[])[1]).toMatchObject({
      year: YEAR,
      hours: 190_000,
      cases: 29,
      emr: "0.87",
    });
    const answer = await prequalificationPdf(argsOf(shop.visitor.request(`${path}.pdf`)));
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const to = process.env["PDFS"];
    if (to) writeFileSync(`${to}/prequalification.pdf`, bytes);
    const words = (await pagesOf(bytes)).join(" ");
    for (const part of ["190,000", "0.87", "30.53", "(29 recordable cases × 200,000)"])
      expect(words).toContain(part);
    for (const name of ["Núñez", "Ortega"]) expect(words).not.toContain(name);
  });

  it("changes nothing else that the company typed", async () => {
    expect((await of()).mostInCompany).toBe(101);
  });
});

describe("who opens them", () => {
  it("a manager and a guest get nothing", async () => {
    for (const by of [manager, guest]) {
      expect((await open(by)).status).toBe(403);
      expect(await visit(by.visitor, screen, PATH, {}, { do: "figures", ...FIGURES })).toMatchObject({
        status: 403,
      });
      expect(await visit(by.visitor, list, "/account/safety/forms/establishments")).toMatchObject({
        status: 403,
      });
      expect(
        await visit(by.visitor, prequalification, "/account/safety/forms/prequalification"),
      ).toMatchObject({
        status: 403,
      });
      for (const name of ["300.pdf", "ita-300a.csv", "ita-cases.csv", "privacy-cases.pdf"])
        expect((await fetchFile(name, "", by)).status).toBe(403);
    }
  });

  it("a person whom an owner named does", async () => {
    await db.query("update businesses_members set is_confidant = true where user_id = $1", [manager.who.id]);
    const { shown, status } = await open(manager);
    expect([status, (shown as unknown as Shown).of?.rows.length]).toEqual([200, 29]);
    await db.query("update businesses_members set is_confidant = false where user_id = $1", [manager.who.id]);
  });
});

describe("two establishments", () => {
  it("share the cases by their jobs, and need two names", async () => {
    const [other, path] = [newLocalId(), "/account/safety/forms/establishments/new"];
    const add = (fields: Record<string, string>) =>
      visit(shop.visitor, edit, path, { establishmentId: "new" }, { ...PLACE, id: other, ...fields });
    expect((await add({})).shown["errors"]).toMatchObject({
      name: expect.stringContaining("this name") as string,
    });
    expect(await add({ name: "Waco yard", [`job-${job}`]: "yes" })).toMatchObject({ status: 303 });
    const rowsOf = async (id: string) => {
      const { shown } = await visit(shop.visitor, screen, formsPath(YEAR, id));
      return (shown as unknown as Shown).of?.rows.length;
    };
    expect([await rowsOf(at), await rowsOf(other)]).toEqual([0, 29]);
    // The hours of one of them aren’t those of the company.
    const { shown } = await visit(shop.visitor, prequalification, "/account/safety/forms/prequalification");
    expect((shown["rows"] as object[])[1]).toMatchObject({ hours: null, cases: 29, rates: null });
    await visit(shop.visitor, edit, path, { establishmentId: other }, { ...PLACE, name: "Waco yard" });
    expect([await rowsOf(at), await rowsOf(other)]).toEqual([29, 0]);
  });
});
