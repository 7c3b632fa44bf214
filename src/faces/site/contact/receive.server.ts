import type { ActionFunctionArgs } from "react-router";
import { refuseForm } from "#platform/http/answers.server.ts";
import { checkFields } from "#platform/http/request/form.server.ts";
import { refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { attempt, contactPerAddress, heldBecause } from "../spam/spam.server.ts";
import { keepMessage } from "./data.server.ts";
import { contactSchema } from "./schema.server.ts";

/** The contract's text for errors on the server's side. */
const OUR_FAULT = "Server error. Please try again.";

export interface Refusal {
  readonly status: number;
  readonly headers: HeadersInit;
  /** The input. */
  readonly values: Readonly<Record<"name" | "email" | "message", string>>;
  /** Messages to show next to the fields. */
  readonly errors: Readonly<Record<string, string>>;
  /** A summary in one line that fits after `Error: `. */
  readonly text: string;
}

/**
 * Receives a message to the operator, from the page or the API.
 * @returns undefined when it is saved, else why it is not
 */
export async function receiveMessage(
  fields: Readonly<Record<string, unknown>>,
  context: ActionFunctionArgs["context"],
): Promise<Refusal | undefined> {
  const typed = (name: string) => (typeof fields[name] === "string" ? fields[name] : "");
  const values = { name: typed("name"), email: typed("email"), message: typed("message") };
  try {
    const message = checkFields(contactSchema, fields);
    const verdict = attempt(contactPerAddress, context);
    if (!verdict.ok)
      return refusal(refuseTooMany(verdict, values, "You’ve sent several messages in a short time."));
    await keepMessage(message, heldBecause(fields, `${message.name} ${message.message}`));
    return undefined;
  } catch (error) {
    return refusal(refuseForm(error, values));
  }
}

function refusal({
  data: { values, errors, message },
  init,
}: ReturnType<typeof refuseForm<Refusal["values"]>>): Refusal {
  const status = init?.status ?? 500;
  const text = status >= 500 ? OUR_FAULT : (message ?? Object.values(errors).join(" "));
  return { status, headers: init?.headers ?? {}, values, errors, text };
}
