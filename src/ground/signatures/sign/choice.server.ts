import type { Json } from "#platform/canonical/canonical-json.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";

type Fields = Readonly<Record<string, string | undefined>>;

/** What a person chose in a document, such as one of several options. */
export interface Choice {
  readonly details: Json;
  /** What exactly they agree to, after "You're approving": `“Better” for $4,250.00`. */
  readonly statement: string;
  /** Form fields that say the same. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Reads the choice at a link from the fields of an address or form; what they don't say is the default.
 * Null if the document leaves no choice.
 */
export type ReadChoice = (ctx: AccountContext, linkId: string, fields: Fields) => Promise<Choice | null>;

let readChoice: ReadChoice = () => Promise.resolve(null);

/** Lets signatures carry a choice. Called once per process, by the room that knows what links lead to. */
export function defineChoice(read: ReadChoice): void {
  readChoice = read;
}

/** The choice that an address names. */
export const choiceAt: ReadChoice = (ctx, linkId, fields) => readChoice(ctx, linkId, fields);

/**
 * The choice that a form names.
 * @throws AppError conflict if the page didn't show exactly this, such as another total
 */
export function refuseOtherChoice(choice: Choice | null, fields: Fields): void {
  const isShown = Object.entries(choice?.fields ?? {}).every(([name, value]) => fields[name] === value);
  if (!isShown) throw new AppError("conflict", "Check the total above, then approve it again.");
}
