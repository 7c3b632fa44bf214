import { createHmac, randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { startIdentity } from "#ground/identity/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, type TestClock } from "#platform/db/testing/installation.ts";
import { createSessionCookie } from "#platform/identity/session-cookie.server.ts";
import type { Log } from "#platform/log/log.server.ts";
import { somebody } from "./people.ts";

const SECRET = "a secret that is only for tests, 32+";
const cookie = createSessionCookie(
  createHmac("sha256", SECRET).update("identity").digest("base64url"),
  false,
);

/** An installation that people can sign in to, and its log. */
export async function openInstallation(clock: TestClock) {
  const test = await createTestInstallation(clock);
  const logged: string[] = [];
  const write = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }));
  const log: Log = { debug: write, info: write, warn: write, error: write, child: () => log };
  startIdentity({
    secret: SECRET,
    publicUrl: "http://localhost:3000",
    productName: "Plumbline",
    sender: installation().sender,
    log,
  });
  return { ...test, logged };
}

/** A person with a recently confirmed session. */
export interface SignedIn {
  readonly person: Person;
  /** A request with their session cookie. */
  request(path: string, init?: RequestInit): Request;
}

/** Signs in a new person. */
export async function signedIn(): Promise<SignedIn> {
  const person = await somebody();
  const token = randomBytes(24).toString("base64url");
  await withSystem(async ({ db, now }) => {
    const at = now.toString();
    await db.execute(sql`insert into identity_sessions (id, user_id, token, expires_at, created_at, updated_at, confirmed_at)
      values (${newId()}, ${person.id}, ${token}, ${now.add({ hours: 700 }).toString()}, ${at}, ${at}, ${at})`);
  });
  const header = cookie.write(token).split(";")[0]!;
  return {
    person,
    request: (path, init = {}) =>
      new Request(new URL(path, "http://localhost:3000"), { ...init, headers: { cookie: header } }),
  };
}
