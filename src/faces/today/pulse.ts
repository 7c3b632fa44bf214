import type { LoaderFunctionArgs } from "react-router";
import { inAccount } from "#ground/businesses/public.server.ts";
import { dueFingerprint } from "#ground/due/public.server.ts";
import { leadsFingerprint } from "#trade/leads/public.server.ts";
import { followUpFingerprint } from "#trade/sequences/public.server.ts";

/**
 * A word that changes when something happened that an open page would show: a new lead or answer, a
 * message sent, a call due, a colleague's decision. Pages poll it every few seconds, so it reads only
 * indexes.
 */
export async function loader(args: LoaderFunctionArgs): Promise<Response> {
  const word = await inAccount(args, "work.read", async (ctx) => {
    const [leads, followUp, due] = await Promise.all([
      leadsFingerprint(ctx),
      followUpFingerprint(ctx),
      dueFingerprint(ctx),
    ]);
    return `${leads} ${followUp} ${due}`;
  });
  return new Response(word, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
