import { outside } from "../../outside/outside.server.ts";

/** A business's Twilio account, and its sending number. */
export interface TwilioAccount {
  readonly sid: string;
  readonly token: string;
  /** E.164. */
  readonly number: string;
}

export type TwilioTrouble = "credentials" | "suspended" | "not-its-number" | "no-texts" | "away";

const WITHIN_MS = 10_000;

/**
 * Checks with Twilio that the credentials are right, the account is active, and the number belongs to it and
 * can send texts.
 * @returns what is wrong; undefined if nothing is
 */
export async function checkTwilio({ sid, token, number }: TwilioAccount): Promise<TwilioTrouble | undefined> {
  const headers = {
    authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString("base64")}`,
    accept: "application/json",
  };
  const signal = AbortSignal.timeout(WITHIN_MS);
  // A redirect must not leak the credentials.
  const ask = (path: string) =>
    fetch(`${outside().twilioUrl}/2010-04-01/Accounts/${path}`, { headers, signal, redirect: "error" });
  try {
    const account = await ask(`${encodeURIComponent(sid)}.json`);
    if (account.status === 401 || account.status === 403 || account.status === 404) return "credentials";
    if (!account.ok) return "away";
    if (((await account.json()) as { status?: unknown }).status !== "active") return "suspended";
    const numbers = await ask(
      `${encodeURIComponent(sid)}/IncomingPhoneNumbers.json?PhoneNumber=${encodeURIComponent(number)}`,
    );
    if (!numbers.ok) return "away";
    const { incoming_phone_numbers: found } = (await numbers.json()) as {
      incoming_phone_numbers?: readonly {
        phone_number?: unknown;
        capabilities?: { sms?: unknown; SMS?: unknown };
      }[];
    };
    const own = found?.find(({ phone_number: phone }) => phone === number);
    if (!own) return "not-its-number";
    return own.capabilities?.sms === false || own.capabilities?.SMS === false ? "no-texts" : undefined;
  } catch {
    return "away";
  }
}
