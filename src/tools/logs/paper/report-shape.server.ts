import { listPeople } from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import type { ReportShape } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { fillDailyLog } from "./daily-log.ts";
import { companiesWriting, companiesIn } from "../office/find.server.ts";
import { guestLabel } from "../day/company.ts";

/** Guests, and everyone else with a Day on the job. */
async function companiesOn(ctx: AccountContext, job: string): Promise<{ id: string; name: string }[]> {
  const guests = (await listPeople(ctx)).flatMap(({ userId, role, jobId }) =>
    role === "guest" && jobId === job ? [userId] : [],
  );
  const wrote = await companiesWriting(ctx, job);
  const firm = await companiesIn(ctx, wrote);
  const names = await namesOf(ctx.db, [...guests, ...wrote.map(({ company }) => company)]);
  const named = new Map(guests.map((id) => [id, names.get(id) ?? ""]));
  for (const last of wrote)
    named.set(last.company, firm(last) ?? names.get(last.company) ?? "No longer here");
  return [...named]
    .map(([id, name]) => ({ id, name: guestLabel(name) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, "en-US"));
}

export const dailyLog: ReportShape = {
  name: "log",
  tool: "logs",
  label: "Daily log",
  hint: "A page for each day: weather, crew, work, deliveries, delays, photos. Reports of several days start with totals.",
  saying: ["logs.day"],
  companies: companiesOn,
  tell: fillDailyLog,
};
