import { type ActionFunctionArgs, data } from "react-router";
import { refuseForm } from "#platform/http/answers.server.ts";
import { checkFields, readForm } from "#platform/http/request/form.server.ts";
import { refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { attempt, heldBecause, waitlistPerAddress } from "../spam/spam.server.ts";
import type { WaitlistOutcome } from "./block.tsx";
import { joinWaitlist } from "./data.server.ts";
import { waitlistSchema } from "./schema.server.ts";

/**
 * Adds a waitlist entry, from a page or the API.
 * @returns undefined when it is added, else why it is not
 */
export async function addWaitlistEntry(
  fields: Readonly<Record<string, unknown>>,
  context: ActionFunctionArgs["context"],
) {
  const values = { email: typeof fields["email"] === "string" ? fields["email"] : "" };
  try {
    const { email, source } = checkFields(waitlistSchema, fields);
    const verdict = attempt(waitlistPerAddress, context);
    if (!verdict.ok) return refuseTooMany(verdict, values, "You’ve joined a lot of lists in a short time.");
    await joinWaitlist(email, source, heldBecause(fields));
    return undefined;
  } catch (error) {
    return refuseForm(error, values);
  }
}

/** The action of every page with a WaitlistBlock: `export { waitlistAction as action }`. */
export async function waitlistAction({ request, context }: ActionFunctionArgs) {
  const refused = await addWaitlistEntry(await readForm(request), context);
  if (!refused) return { waitlist: { joined: true } } satisfies WaitlistOutcome;
  const { values, errors } = refused.data;
  const outcome: WaitlistOutcome = {
    waitlist: { joined: false, email: values.email, emailError: errors["email"] },
  };
  return data(outcome, refused.init ?? {});
}
