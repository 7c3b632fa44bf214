import { and, eq, gt } from "drizzle-orm";
import type { Db } from "#platform/db/database.server.ts";
import { now, type Person } from "#platform/db/scope.server.ts";
import { listSessions } from "../queries.server.ts";
import { identity } from "../start.server.ts";
import { identitySessions } from "../tables.server.ts";
import { describeDevice } from "./devices.ts";

/** The session of a request, and a name for its browser; undefined if it ended just now. */
export async function browserOf(
  request: Request,
  person: Person,
): Promise<{ readonly sessionId: string; readonly name: string } | undefined> {
  const sessions = await listSessions(person.id, identity().cookie.read(request) ?? "", now());
  const own = sessions.find(({ isPresent }) => isPresent);
  return own && { sessionId: own.id, name: describeDevice(own.userAgent ?? "") };
}

/** The ids of a person's sessions that haven't ended. */
export async function liveSessions(
  db: Db,
  userId: string,
  at: Temporal.Instant,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: identitySessions.id })
    .from(identitySessions)
    .where(
      and(
        eq(identitySessions.userId, userId),
        gt(identitySessions.expiresAt, new Date(at.epochMilliseconds)),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
