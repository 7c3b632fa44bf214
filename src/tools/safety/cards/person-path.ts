import { OFFICE_CARDS } from "../paths.ts";

/** What the business has of a person: by their account, because two people can have one name, or by name. */
export const personPath = (whose: { readonly user: string } | { readonly name: string }): string =>
  `${OFFICE_CARDS}/person?${new URLSearchParams("user" in whose ? { user: whose.user } : { name: whose.name }).toString()}`;
