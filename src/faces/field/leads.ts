import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { searchPeople } from "#trade/leads/public.server.ts";
import type { FoundLeads } from "./find-leads.ts";

/** As many as a person will read through on a phone. */
const MOST = 8;
/** Longer than any name or address. */
const LONGEST = 254;

/**
 * `GET /account/field/leads?q=…`: leads whose name, address or number contains the words, to choose a
 * job's client.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const words = (new URL(args.request.url).searchParams.get("q") ?? "").trim().slice(0, LONGEST);
  const leads = await inAccount(args, "work.read", async (ctx) =>
    words ? (await searchPeople(ctx, words)).people : [],
  );
  const found: FoundLeads = {
    plumbline: 1,
    leads: leads.slice(0, MOST).map(({ id, name, email, phone }) => ({ id, name, email, phone })),
  };
  return Response.json(found, { headers: { "Cache-Control": "no-store" } });
}
