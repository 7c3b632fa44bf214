import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { csvResponse } from "#platform/http/csv-answer.ts";
import { findSources } from "./sources.server.ts";
import { readDays } from "./periods.ts";

const KINDS = { sources: "Source", referrers: "Referred by", pages: "Page", sequences: "Follow-up" } as const;

/** What each source, referrer, page and sequence brought in a period, as CSV. */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const days = readDays(new URL(args.request.url).searchParams.get("days"));
  const { day, rows } = await inAccount(args, "work.read", async (ctx) => {
    const brought = await findSources(ctx, days);
    const kinds = ["sources", "referrers", "pages", "sequences"] as const;
    return {
      day: ctx.now.toZonedDateTimeISO(brought.zone).toPlainDate().toString(),
      rows: [
        ["Kind", "Name", "Leads", "Won", `Value in ${brought.currency}`],
        ...kinds.flatMap((kind) =>
          brought[kind].map(({ name, people, won, cents }) => [
            KINDS[kind],
            name,
            String(people),
            String(won),
            (cents / 100).toFixed(2),
          ]),
        ),
      ],
    };
  });
  return csvResponse(inOnePage(rows), `brought-${days}-days-to-${day}.csv`);
}

async function* inOnePage<Rows>(rows: Rows): AsyncGenerator<Rows> {
  yield rows;
}
