import type { RouterContextProvider } from "react-router";
import { hasLeftBusiness, requirePerson } from "#ground/identity/public.server.ts";
import { database, isId, type Person, withPerson } from "#platform/db/scope.server.ts";
import { answering } from "#platform/http/answers.server.ts";
import { chosenBusiness } from "./chosen-business.server.ts";
import type { Place } from "./open-account.server.ts";
import type { Role } from "../rules.ts";
import type { ToolWord } from "../tools.ts";

/** A person's current membership and the state of that business. Every account page asks for it first. */
export interface Standing extends Place {
  readonly name: string | null;
  readonly isSuspended: boolean;
  readonly several: boolean;
  /** Its field tools, including those open to everyone. */
  readonly tools: readonly ToolWord[];
}

interface StandingRow extends Record<string, unknown> {
  readonly account_id: string;
  readonly role: Role;
  readonly job_id: string | null;
  readonly is_confidant: boolean;
  readonly name: string | null;
  readonly suspended: boolean;
  readonly several: boolean;
  readonly tools: ToolWord[];
}

/**
 * The loaders of one page run concurrently and share the answer. An action queries again each time (see
 * findPerson).
 */
const answers = new WeakMap<Request, Promise<Standing | null>>();

/**
 * The business a person chose in this browser, else the one they joined first; null when they belong to none.
 * One query for all loaders of a page. Neither enters nor opens an account.
 */
export function standingOf(request: Request, person: Person): Promise<Standing | null> {
  const known = answers.get(request);
  if (known) return known;
  const answer = lookUp(person.id, chosenBusiness(request));
  if (request.method === "GET") answers.set(request, answer);
  return answer;
}

async function lookUp(personId: string, chosen: string | undefined): Promise<Standing | null> {
  const preferred = chosen && isId(chosen) ? chosen : null;
  // Runs on every account request, so it is a named statement: the database parses it once per connection.
  const { rows } = await database().app.query<StandingRow>({
    name: "businesses_standing",
    text: "select * from businesses_standing($1, $2)",
    values: [personId, preferred],
  });
  const [row] = rows;
  if (!row) return null;
  const { account_id: accountId, role, job_id: jobId, is_confidant: isConfidant } = row;
  const { name, suspended: isSuspended, several, tools } = row;
  return { accountId, role, jobId, isConfidant, name, isSuspended, several, tools };
}

/**
 * A person's role in their current business; null when there is none or it is suspended. Doesn't open an
 * account or require a right, because people can always reach their own pages.
 */
export function findStanding(
  request: Request,
  context?: Readonly<RouterContextProvider>,
): Promise<Role | null> {
  return answering(async () => {
    const person = await requirePerson(request, context);
    const standing = await standingOf(request, person);
    if (standing) return standing.isSuspended ? null : standing.role;
    // On a first visit, the page itself may be opening an account at this moment.
    return withPerson(person.id, async ({ db }) => ((await hasLeftBusiness(db, person.id)) ? null : "owner"));
  });
}
