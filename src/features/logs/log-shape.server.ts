import { listPeople } from "#features/businesses/public.server.ts";
import type { ReportShape } from "#features/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { fillDailyLog } from "./daily-log.ts";
import { companiesWriting, firmsIn } from "./find.server.ts";
import { guestWords } from "./firm.ts";

/** Guests of a job, and whoever has a Day there, by what their company is called. */
async function companiesOn(ctx: AccountContext, job: string): Promise<{ id: string; name: string }[]> {
  const named = new Map<string, string>();
  const people = await listPeople(ctx);
  for (const { userId, email, role, jobId } of people) if (role === "guest" && jobId === job) named.set(userId, email);
  const wrote = await companiesWriting(ctx, job);
  const firm = await firmsIn(ctx, wrote);
  for (const last of wrote) {
    const { company } = last;
    named.set(company, firm(last) ?? named.get(company) ?? people.find(({ userId }) => userId === company)?.email ?? "No longer here");
  }
  return [...named].map(([id, name]) => ({ id, name: guestWords(name) })).toSorted((a, b) => a.name.localeCompare(b.name, "en-US"));
}

/** The daily log, as a report of its own shape. */
export const dailyLog: ReportShape = {
  name: "log",
  tool: "logs",
  label: "Daily log",
  hint: "A page for each day: weather, crew, work, deliveries, delays, photos. Several days begin with their totals.",
  saying: ["logs.day"],
  companies: companiesOn,
  tell: fillDailyLog,
};
