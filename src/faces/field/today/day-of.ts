import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { loadDueSection } from "#ground/due/public.server.ts";
import { loadVisitsSection } from "#trade/visits/public.server.ts";
import type { DayOf } from "./day.ts";

/** What is due for the signed-in person on all jobs, and today's visits; a device saves it. */
export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return inAccount(args, "work.read", async (ctx) => {
    const [{ items }, { visits }] = [await loadDueSection(ctx), await loadVisitsSection(ctx)];
    const day: DayOf = {
      plumbline: 1,
      due: items.map(({ key, title, job, path, isLate, due }) => ({
        ...{ key, title, job, path, isLate },
        by: due.words,
      })),
      visits: visits.map(({ id, name, time, isByPhone, address, route }) => ({
        ...{ id, name, time, route },
        where: isByPhone ? "By phone" : (address ?? "").replaceAll("\n", ", "),
      })),
    };
    return Response.json(day, { headers: { "Cache-Control": "no-store" } });
  });
}
