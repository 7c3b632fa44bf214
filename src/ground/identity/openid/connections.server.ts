import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { OpenIdProvider } from "#platform/config/openid-settings.ts";
import type { Db } from "#platform/db/database.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Context, type Person, withSystem } from "#platform/db/scope.server.ts";
import type { OpenIdClaims } from "#platform/identity/openid.server.ts";
import { type Origin, recordEvent } from "../security/events.server.ts";
import { shown } from "../forms.server.ts";
import { mailPerson } from "../mail/mail-person.server.ts";
import { providerConnectedMail, providerDisconnectedMail } from "./mail.ts";
import { emailSchema } from "../schema.server.ts";
import { identity } from "../start.server.ts";
import { identityCredentials, identityPasskeys, identityUsers } from "../tables.server.ts";

// A connection is kept under the issuer's address, not under the operator's word for it: the same `sub` of
// another issuer is somebody else.
type Known = Pick<OpenIdProvider, "issuer" | "name">;

const date = ({ epochMilliseconds }: Temporal.Instant) => new Date(epochMilliseconds);
const { id, userId, providerId, providerAccountId, password } = identityCredentials;

/** Whose account a provider's word opens. */
export type Found = { readonly userId: string } | { readonly problem: "refused" | "no-email" | "taken" };

/**
 * The person whom a provider speaks of: whoever connected it, else whoever has that address where **both**
 * sides have seen that it is theirs, else a new person. A provider that only repeats what somebody typed
 * opens no account that is there already.
 */
export async function personOf(provider: Known, claims: OpenIdClaims, origin: Origin): Promise<Found> {
  if (!isSubject(claims.subject)) return { problem: "refused" };
  const outcome = await withSystem(async (ctx) => {
    await inTurn(ctx.db, provider, claims);
    const connected = await findConnected(ctx.db, provider, claims);
    if (connected) return { userId: connected, made: null };
    const email = emailSchema.safeParse(claims.email ?? "");
    if (!email.success) return { problem: "no-email" as const };
    const made = await makePerson(ctx, email.data, claims);
    if (made) {
      await connect(ctx, made.id, provider, claims);
      return { userId: made.id, made };
    }
    const [owner] = await ctx.db.select().from(identityUsers).where(eq(identityUsers.email, email.data));
    if (!owner || !owner.emailVerified || !claims.emailVerified) return { problem: "taken" as const };
    await connect(ctx, owner.id, provider, claims);
    await tell(ctx, owner, provider, origin, "provider-linked");
    return { userId: owner.id, made: null };
  });
  if ("problem" in outcome) return outcome;
  // In a transaction of its own: a mail that can't be queued now can be asked for again, from the settings.
  if (outcome.made && !claims.emailVerified) await identity().requestVerification(outcome.made);
  return { userId: outcome.userId };
}

/** Connects a provider to somebody who is signed in. @returns what stands against it */
export function connectPerson(
  person: Person,
  provider: Known,
  claims: OpenIdClaims,
  origin: Origin,
): Promise<"refused" | "elsewhere" | undefined> {
  if (!isSubject(claims.subject)) return Promise.resolve("refused");
  return withSystem(async (ctx) => {
    await inTurn(ctx.db, provider, claims);
    const connected = await findConnected(ctx.db, provider, claims);
    if (connected) return connected === person.id ? undefined : ("elsewhere" as const);
    await connect(ctx, person.id, provider, claims);
    await tell(ctx, person, provider, origin, "provider-linked");
    return undefined;
  });
}

/** A provider that a person connected. */
export interface Connection {
  readonly id: string;
  readonly issuer: string;
  readonly since: Temporal.Instant;
}

/** The providers that a person connected, oldest first. */
export function listConnections(person: Person): Promise<Connection[]> {
  return withSystem(async (ctx) => {
    const rows = await ctx.db
      .select({ id, issuer: providerId, since: identityCredentials.createdAt })
      .from(identityCredentials)
      .where(and(eq(userId, person.id), ne(providerId, "credential")))
      .orderBy(asc(identityCredentials.createdAt), asc(id));
    return rows.map((row) => ({
      ...row,
      since: Temporal.Instant.fromEpochMilliseconds(row.since.getTime()),
    }));
  });
}

/**
 * Disconnects a provider, unless nothing would be left to sign in with.
 * @param configured issuers that this installation works with: another one opens nothing any more
 */
export function disconnect(
  person: Person,
  connectionId: string,
  configured: readonly Known[],
  origin: Origin,
): Promise<"done" | "not there" | "last way"> {
  return withSystem(async (ctx) => {
    // Two at once must not each find the other's connection still there.
    await ctx.db
      .select({ id: identityUsers.id })
      .from(identityUsers)
      .where(eq(identityUsers.id, person.id))
      .for("update");
    const ways = await ctx.db
      .select({ id, issuer: providerId, hasPassword: sql<boolean>`${password} is not null` })
      .from(identityCredentials)
      .where(eq(userId, person.id));
    const mine = ways.find((way) => way.id === connectionId && way.issuer !== "credential");
    if (!mine) return "not there";
    const works = (way: (typeof ways)[number]) =>
      way.issuer === "credential" ? way.hasPassword : configured.some((one) => one.issuer === way.issuer);
    const passkeys = await ctx.db.$count(identityPasskeys, eq(identityPasskeys.userId, person.id));
    if (passkeys === 0 && !ways.some((way) => way !== mine && works(way))) return "last way";
    await ctx.db.delete(identityCredentials).where(eq(id, mine.id));
    const { issuer } = mine;
    await tell(
      ctx,
      person,
      configured.find((one) => one.issuer === issuer) ?? { issuer, name: new URL(issuer).host },
      origin,
      "provider-unlinked",
    );
    return "done";
  });
}

/**
 * Whether a subject is what the specification allows: 255 ASCII characters at most. Control characters are no
 * name of anybody.
 */
const isSubject = (subject: string) => /^[\x20-\x7e]{1,255}$/.test(subject);

// Two answers about the same somebody at once make one person.
async function inTurn(db: Db, { issuer }: Known, { subject }: OpenIdClaims): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`openid ${issuer} ${subject}`}, 1))`);
}

async function findConnected(
  db: Db,
  { issuer }: Known,
  { subject }: OpenIdClaims,
): Promise<string | undefined> {
  const [found] = await db
    .select({ userId })
    .from(identityCredentials)
    .where(and(eq(providerId, issuer), eq(providerAccountId, subject)));
  return found?.userId;
}

/** A new person without a password, or nothing where the address has an account. */
async function makePerson(
  { db, now }: Context,
  email: string,
  claims: OpenIdClaims,
): Promise<{ id: string; email: string } | undefined> {
  const name = shown(claims.name).slice(0, 200);
  const [made] = await db
    .insert(identityUsers)
    .values({
      id: newId(),
      name,
      email,
      emailVerified: claims.emailVerified,
      createdAt: date(now),
      updatedAt: date(now),
    })
    .onConflictDoNothing()
    .returning({ id: identityUsers.id, email: identityUsers.email });
  return made;
}

async function connect(
  { db, now }: Context,
  person: string,
  { issuer }: Known,
  { subject }: OpenIdClaims,
): Promise<void> {
  await db.insert(identityCredentials).values({
    id: newId(),
    userId: person,
    providerId: issuer,
    providerAccountId: subject,
    createdAt: date(now),
    updatedAt: date(now),
  });
}

/** Writes it down and mails it: whoever did not do it must hear of it. */
async function tell(
  ctx: Context,
  person: Pick<Person, "id" | "email">,
  { name }: Known,
  origin: Origin,
  kind: "provider-linked" | "provider-unlinked",
): Promise<void> {
  await recordEvent(person.id, kind, origin, { provider: name }, ctx.db);
  const write = kind === "provider-linked" ? providerConnectedMail : providerDisconnectedMail;
  await mailPerson(ctx, person, ({ productName, link }) =>
    write({ productName, provider: name, link: link("/account/settings/providers") }),
  );
}
