import type { Person } from "#platform/db/scope.server.ts";
import { listPasskeys, passkeysHost } from "../passkey/passkeys.server.ts";
import { countRecoveryCodes } from "../second-factor/recovery-codes.server.ts";
import { totpSince } from "../second-factor/totp.server.ts";

/** A day for both a person and a machine. A person has no time zone here, so the day is that of UTC. */
const day = (at: Temporal.Instant) => {
  const date = at.toZonedDateTimeISO("UTC").toPlainDate();
  return { iso: date.toString(), words: date.toLocaleString("en-US", { dateStyle: "medium" }) };
};

/** How a person gets into their account, as the page about it shows. */
export async function signInOverview(person: Person) {
  const [since, codesLeft, passkeys] = await Promise.all([
    totpSince(person.id),
    countRecoveryCodes(person.id),
    listPasskeys(person.id),
  ]);
  return {
    totp: since ? { since: day(since), codesLeft } : null,
    passkeys: passkeys.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
      id,
      name,
      backedUp,
      added: day(createdAt),
      used: lastUsedAt ? day(lastUsedAt) : null,
    })),
    host: passkeysHost(),
  };
}
