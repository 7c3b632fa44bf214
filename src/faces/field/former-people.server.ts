import { listPeople } from "#ground/businesses/public.server.ts";
import { namesOf } from "#ground/identity/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";

/** Ids of everyone who ever wrote in a tool. */
type AuthorList = (ctx: AccountContext) => Promise<readonly string[]>;

let lists: readonly AuthorList[] = [];

/** Registers the tools' lists of authors. Called once per process. */
export function setAuthorLists(all: readonly AuthorList[]): void {
  lists = all;
}

interface Author {
  readonly id: string;
  readonly name: string;
}

/** Authors who no longer belong to the business, so that devices can name them. */
export async function formerAuthors(ctx: AccountContext): Promise<Author[]> {
  const current = new Set((await listPeople(ctx)).map(({ userId }) => userId));
  const all = new Set<string>();
  for (const list of lists) for (const id of await list(ctx)) all.add(id);
  const former = [...all].filter((id) => !current.has(id));
  return [...(await namesOf(ctx.db, former))].map(([id, name]) => ({ id, name }));
}
