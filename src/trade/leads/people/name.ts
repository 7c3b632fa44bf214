import { formatPhone } from "#platform/phones/phone.ts";

/** A person's ways to be called and reached. `phone` is E.164. */
interface Contact {
  readonly name: string;
  readonly phone: string | null;
  readonly email: string | null;
}

/** What to call a person, and what `leads.name` has: their name, else their number, else their address. */
export const shownName = ({ name, phone, email }: Contact): string =>
  name || (phone ? formatPhone(phone) : (email ?? ""));

/** The name as someone typed it; empty for a person who is shown by their number or address. */
export const typedName = ({ name, phone, email }: Contact): string =>
  name === email || (phone !== null && name === formatPhone(phone)) ? "" : name;
