import type { RouterContextProvider } from "react-router";
import { hasLeftBusiness, requirePerson } from "#ground/identity/public.server.ts";
import { database, isId, type Person, withPerson } from "#platform/db/scope.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { chosenBusiness } from "./chosen-business.server.ts";
import type { Place } from "./open-account.server.ts";
import type { Role } from "../rules.ts";
import type { ToolWord } from "../tools.ts";

/** Where a person works, and how that business stands: what every page of the account asks first. */
export interface Standing extends Place {
  readonly name: string | null;
  readonly isSuspended: boolean;
  /** Whether they belong to more than one business. */
  readonly several: boolean;
  /** Field tools that it has, those open to everybody among them. */
  readonly tools: readonly ToolWord[];
}

interface StandingRow extends Record<string, unknown> {
  readonly account_id: string;
  readonly role: Role;
  readonly job_id: string | null;
  readonly name: string | null;
  readonly suspended: boolean;
  readonly several: boolean;
  readonly tools: ToolWord[];
}

/**
 * The loaders of one page run at once and ask the same: they share the answer. An action asks anew each time
 * (see findPerson).
 */
const asked = new WeakMap<Request, Promise<Standing | null>>();

/**
 * Where a person works: what they chose in this browser, else what they joined first; nothing for who belongs
 * nowhere yet. One query for all loaders of a page. Enters nothing, opens nothing.
 */
export function standingOf(request: Request, person: Person): Promise<Standing | null> {
  const known = asked.get(request);
  if (known) return known;
  const answer = lookUp(person.id, chosenBusiness(request));
  if (request.method === "GET") asked.set(request, answer);
  return answer;
}

async function lookUp(personId: string, chosen: string | undefined): Promise<Standing | null> {
  const wished = chosen && isId(chosen) ? chosen : null;
  // Asked at every request of the account: under a name, so that the database reads the words once per
  // connection.
  const { rows } = await database().app.query<StandingRow>({
    name: "businesses_standing",
    text: "select * from businesses_standing($1, $2)",
    values: [personId, wished],
  });
  const [row] = rows;
  if (!row) return null;
  const { account_id: accountId, role, job_id: jobId, name, suspended: isSuspended, several, tools } = row;
  return { accountId, role, jobId, name, isSuspended, several, tools };
}

/**
 * What a person is in the business they work in; nothing where there is none, or where it is suspended. Opens
 * no account and asks for no right: a person's own pages are theirs whatever becomes of a business.
 */
export function findStanding(
  request: Request,
  context?: Readonly<RouterContextProvider>,
): Promise<Role | null> {
  return answering(async () => {
    const person = await requirePerson(request, context);
    const standing = await standingOf(request, person);
    if (standing) return standing.isSuspended ? null : standing.role;
    // On a first visit the page itself opens an account, at this very moment perhaps.
    return withPerson(person.id, async ({ db }) => ((await hasLeftBusiness(db, person.id)) ? null : "owner"));
  });
}
