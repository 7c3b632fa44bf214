import { getBusiness, listPeople } from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { Completed, Completion } from "./completion.ts";

/** A role says a title only of these. */
const TITLES: Readonly<Record<string, string>> = { owner: "Owner", manager: "Manager" };

/**
 * Who completed the forms of injuries, in their order, as nobody typed it: the person of `completionOf`, the
 * phone of the business, and the day where it happened.
 */
export async function defaultCompleted(
  ctx: AccountContext,
  injuries: readonly { readonly zone: string; readonly completion: Completion | null }[],
): Promise<Completed[]> {
  const names = await namesOf(
    ctx.db,
    injuries.flatMap(({ completion }) => completion?.author ?? []),
  );
  const people = new Map((await listPeople(ctx)).map((one) => [one.userId, one]));
  const { phone } = await getBusiness(ctx);
  return injuries.map(({ zone, completion }) => {
    const person = completion?.author ? people.get(completion.author) : undefined;
    const name = completion?.author ? names.get(completion.author) : undefined;
    if (!completion || !name) return { name: "", title: "", phone: "", on: "" };
    const at = Temporal.Instant.fromEpochMilliseconds(completion.at);
    return {
      ...{ name, title: TITLES[person?.role ?? ""] ?? "", phone: phone ?? "" },
      on: at.toZonedDateTimeISO(zone).toPlainDate().toString(),
    };
  });
}
