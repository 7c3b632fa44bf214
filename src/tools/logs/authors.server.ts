import { listPeople } from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import { listPersons } from "#ground/worklist/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";

interface Author {
  readonly id: string;
  readonly name: string;
}

/** Authors who no longer belong to the business. */
export async function formerAuthors(ctx: AccountContext): Promise<Author[]> {
  const current = new Set((await listPeople(ctx)).map(({ userId }) => userId));
  const former = (await listPersons(ctx, "logs.entry")).filter((id) => !current.has(id));
  return [...(await namesOf(ctx.db, former))].map(([id, name]) => ({ id, name }));
}
