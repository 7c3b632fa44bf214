import { readText, readTextOrNull, type Values } from "#ground/sync/public.ts";

/** A firm or person without an account who fixes issues on any job, such as a subcontractor. */
export const FIRM = "issues.firm";

/** Reads a firm. A device can write anything, so each value is checked. */
export const firmOf = (values: Values) => ({
  name: readText(values["name"]) || "A firm",
  trade: readTextOrNull(values["trade"]),
  /** Who gets the email or text. */
  contact: readTextOrNull(values["contact"]),
  email: readTextOrNull(values["email"]),
  phone: readTextOrNull(values["phone"]),
  /** Whether they agreed to get texts about jobs. */
  texts: values["texts"] === true,
});
export type Firm = ReturnType<typeof firmOf>;

/** Photos with one answer of a firm. */
export const MOST_PHOTOS = 10;
