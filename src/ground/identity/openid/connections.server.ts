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

// Connections are stored by issuer, not by the operator's id for the provider: the same `sub` from another
// issuer is another person.
type Provider = Pick<OpenIdProvider, "issuer" | "name">;

const toDate = ({ epochMilliseconds }: Temporal.Instant) => new Date(epochMilliseconds);
const { id, userId, providerId, providerAccountId, password } = identityCredentials;

/** The account a provider's claims open. */
export type Found = { readonly userId: string } | { readonly problem: "refused" | "no-email" | "taken" };

/**
 * Finds the person a provider's claims are about: the one who connected it, else the one with that address if
 * **both** sides verified it, else a new person. A provider that didn't verify the address can't open an
 * existing account.
 */
export async function findOrCreatePerson(
  provider: Provider,
  claims: OpenIdClaims,
  origin: Origin,
): Promise<Found> {
  if (!isSubject(claims.subject)) return { problem: "refused" };
  const outcome = await withSystem(async (ctx) => {
    await lockSubject(ctx.db, provider, claims);
    const connected = await findConnected(ctx.db, provider, claims);
    if (connected) return { userId: connected, made: null };
    const email = emailSchema.safeParse(claims.email ?? "");
    if (!email.success) return { problem: "no-email" as const };
    const made = await createPerson(ctx, email.data, claims);
    if (made) {
      await connect(ctx, made.id, provider, claims);
      return { userId: made.id, made };
    }
    const [owner] = await ctx.db.select().from(identityUsers).where(eq(identityUsers.email, email.data));
    if (!owner || !owner.emailVerified || !claims.emailVerified) return { problem: "taken" as const };
    await connect(ctx, owner.id, provider, claims);
    await recordAndNotify(ctx, owner, provider, origin, "provider-linked");
    return { userId: owner.id, made: null };
  });
  if ("problem" in outcome) return outcome;
  // In its own transaction: if it fails, the person can request it from the settings.
  if (outcome.made && !claims.emailVerified) await identity().requestVerification(outcome.made);
  return { userId: outcome.userId };
}

/** Connects a provider to a signed-in person. @returns what prevents it, if anything */
export function connectPerson(
  person: Person,
  provider: Provider,
  claims: OpenIdClaims,
  origin: Origin,
): Promise<"refused" | "elsewhere" | undefined> {
  if (!isSubject(claims.subject)) return Promise.resolve("refused");
  return withSystem(async (ctx) => {
    await lockSubject(ctx.db, provider, claims);
    const connected = await findConnected(ctx.db, provider, claims);
    if (connected) return connected === person.id ? undefined : ("elsewhere" as const);
    await connect(ctx, person.id, provider, claims);
    await recordAndNotify(ctx, person, provider, origin, "provider-linked");
    return undefined;
  });
}

export interface Connection {
  readonly id: string;
  readonly issuer: string;
  readonly since: Temporal.Instant;
}

/** A person's connected providers, oldest first. */
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
 * Disconnects a provider, unless it is the person's last way to sign in.
 * @param configured the installation's providers; others can't sign anyone in
 */
export function disconnect(
  person: Person,
  connectionId: string,
  configured: readonly Provider[],
  origin: Origin,
): Promise<"done" | "not there" | "last way"> {
  return withSystem(async (ctx) => {
    // Two concurrent disconnects must not both see the other connection.
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
    const isUsable = (way: (typeof ways)[number]) =>
      way.issuer === "credential" ? way.hasPassword : configured.some((one) => one.issuer === way.issuer);
    const passkeys = await ctx.db.$count(identityPasskeys, eq(identityPasskeys.userId, person.id));
    if (passkeys === 0 && !ways.some((way) => way !== mine && isUsable(way))) return "last way";
    await ctx.db.delete(identityCredentials).where(eq(id, mine.id));
    const { issuer } = mine;
    await recordAndNotify(
      ctx,
      person,
      configured.find((one) => one.issuer === issuer) ?? { issuer, name: new URL(issuer).host },
      origin,
      "provider-unlinked",
    );
    return "done";
  });
}

/** The specification allows at most 255 ASCII characters. We also refuse control characters. */
const isSubject = (subject: string) => /^[\x20-\x7e]{1,255}$/.test(subject);

// Serializes sign-ins with the same subject, so that they create one person.
async function lockSubject(db: Db, { issuer }: Provider, { subject }: OpenIdClaims): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`openid ${issuer} ${subject}`}, 1))`);
}

async function findConnected(
  db: Db,
  { issuer }: Provider,
  { subject }: OpenIdClaims,
): Promise<string | undefined> {
  const [found] = await db
    .select({ userId })
    .from(identityCredentials)
    .where(and(eq(providerId, issuer), eq(providerAccountId, subject)));
  return found?.userId;
}

/** Creates a person without a password; undefined if the address has an account. */
async function createPerson(
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
      createdAt: toDate(now),
      updatedAt: toDate(now),
    })
    .onConflictDoNothing()
    .returning({ id: identityUsers.id, email: identityUsers.email });
  return made;
}

async function connect(
  { db, now }: Context,
  person: string,
  { issuer }: Provider,
  { subject }: OpenIdClaims,
): Promise<void> {
  await db.insert(identityCredentials).values({
    id: newId(),
    userId: person,
    providerId: issuer,
    providerAccountId: subject,
    createdAt: toDate(now),
    updatedAt: toDate(now),
  });
}

/** Records the change and emails the person, in case they didn't make it. */
async function recordAndNotify(
  ctx: Context,
  person: Pick<Person, "id" | "email">,
  { name }: Provider,
  origin: Origin,
  kind: "provider-linked" | "provider-unlinked",
): Promise<void> {
  await recordEvent(person.id, kind, origin, { provider: name }, ctx.db);
  const write = kind === "provider-linked" ? providerConnectedMail : providerDisconnectedMail;
  await mailPerson(ctx, person, ({ productName, link }) =>
    write({ productName, provider: name, link: link("/account/settings/providers") }),
  );
}
