import type { Settings } from "../../config/settings.server.ts";
import type { TwilioAccount } from "./twilio.server.ts";

let defaultAccount: TwilioAccount | undefined;

/** Sets the account for businesses without their own; called once at start, and by tests. */
export function useDefaultTwilio(account: TwilioAccount | undefined): void {
  defaultAccount = account;
}

/** The installation's own Twilio account, if set. */
export function defaultTwilio(): TwilioAccount | undefined {
  return defaultAccount;
}

/** The account from the settings, which contain all of it or nothing. */
export function twilioOf({
  TWILIO_ACCOUNT_SID: sid,
  TWILIO_AUTH_TOKEN: token,
  TWILIO_FROM: number,
}: Pick<Settings, "TWILIO_ACCOUNT_SID" | "TWILIO_AUTH_TOKEN" | "TWILIO_FROM">): TwilioAccount | undefined {
  return sid && token && number ? { sid, token, number } : undefined;
}
