import type { Person } from "#platform/db/scope.server.ts";
import { listPasskeys, passkeysHost } from "../passkey/passkeys.server.ts";
import { countRecoveryCodes } from "../second-factor/recovery-codes.server.ts";
import { totpSince } from "../second-factor/totp.server.ts";

/** A date as ISO and in words, in UTC, because people have no time zone here. */
const formatDay = (at: Temporal.Instant) => {
  const date = at.toZonedDateTimeISO("UTC").toPlainDate();
  return { iso: date.toString(), words: date.toLocaleString("en-US", { dateStyle: "medium" }) };
};

/** How a person signs in, for the Login page. */
export async function signInOverview(person: Person) {
  const [since, codesLeft, passkeys] = await Promise.all([
    totpSince(person.id),
    countRecoveryCodes(person.id),
    listPasskeys(person.id),
  ]);
  return {
    totp: since ? { since: formatDay(since), codesLeft } : null,
    passkeys: passkeys.map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
      id,
      name,
      backedUp,
      added: formatDay(createdAt),
      used: lastUsedAt ? formatDay(lastUsedAt) : null,
    })),
    host: passkeysHost(),
  };
}
