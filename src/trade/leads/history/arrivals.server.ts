import { sql } from "drizzle-orm";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Basis, Way } from "../people/basis.ts";
import type { Arrival } from "./arrival.ts";
import { API_CONSENT } from "../capture/api-consent.ts";
import { listPages } from "../page/pages.server.ts";

/** A person's last form submission, and how the business last brought them: by a list or by hand. */
export interface Arrivals {
  readonly asked: Arrival | null;
  readonly brought: Arrival | null;
}

/** The latest arrivals of leads, by lead id, in two queries. */
export async function arrivalsOf(
  ctx: AccountContext,
  leadIds: readonly string[],
): Promise<Map<string, Arrivals>> {
  if (!leadIds.length) return new Map();
  const account = ctx.account.id;
  const ids = sql`${sql.param([...new Set(leadIds)])}::uuid[]`;
  const { rows } = await ctx.db.execute<{
    lead_id: string;
    brought: boolean;
    page_id: string | null;
    list: string | null;
    place: string | null;
    given: string | null;
    typed: Way | null;
    basis: Basis | null;
  }>(sql`
    select distinct on (t.lead_id, t.source ?| array['import', 'typed']) t.lead_id, t.source ?| array['import', 'typed'] as brought, t.page_id, t.source ->> 'list' as list,
           t.source ->> 'page' as place, t.source ->> 'typed' as typed,
           (select l.basis from leads l where l.account_id = ${account} and l.id = t.lead_id) as basis,
           (select c.source from leads_consents c
             where c.account_id = ${account} and c.lead_id = t.lead_id and c.channel = 'mail' and c.wording_version = ${API_CONSENT}
               and not exists (select from leads_consents o
                                where o.account_id = ${account} and o.lead_id = t.lead_id and o.channel = 'mail' and o.at > c.at)
             order by c.at desc limit 1) as given
      from leads_touches t
     where t.account_id = ${account} and t.lead_id = any(${ids})
     order by t.lead_id, t.source ?| array['import', 'typed'], t.at desc`);
  const titles = rows.length
    ? new Map((await listPages(ctx)).map(({ id, offer }) => [id, offer.title]))
    : new Map<string, string>();
  const arrivals = new Map<string, { asked: Arrival | null; brought: Arrival | null }>();
  for (const { lead_id: id, brought, page_id: pageId, list, place, given, typed, basis } of rows) {
    const arrival = arrivals.get(id) ?? { asked: null, brought: null };
    arrivals.set(id, arrival);
    if (typed) arrival.brought = { kind: "typed", way: typed, basis };
    else if (brought) arrival.brought = { kind: "list", list };
    else
      arrival.asked = given
        ? { kind: "given", source: given }
        : { kind: "asked", title: (pageId && titles.get(pageId)) || null, place };
  }
  return arrivals;
}

/** The arrival that fits why follow-up started: they asked (`hasAsked`), or the business brought them. */
export function arrivalOf(arrivals: Arrivals | undefined, hasAsked: boolean): Arrival {
  const { asked, brought } = arrivals ?? { asked: null, brought: null };
  return (hasAsked ? (asked ?? brought) : (brought ?? asked)) ?? { kind: "known" };
}
