import { setTimeout as wait } from "node:timers/promises";
import type { ActionFunctionArgs } from "react-router";
import { now } from "#platform/db/scope.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { type createLimiter, refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { mailboxKey } from "#platform/mail/mailbox-key.ts";
import { checkAddress } from "./login/attempt-limits.server.ts";
import { fieldErrors, readForm, refuseFields, shown } from "./forms.server.ts";
import { outboxHint } from "./mail/outbox-hint.server.ts";
import { forgotSchema } from "./schema.server.ts";

type Limiter = ReturnType<typeof createLimiter>;

// Queueing an email takes a few milliseconds longer than finding no account. Both answers wait this long.
const ANSWER_AFTER_MS = 250;

/**
 * Sends a link to the posted address, if it has an account. Response and timing are the same if it doesn't.
 */
export async function requestLink(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  {
    perAddress,
    perEmail,
    send,
  }: { perAddress: Limiter; perEmail: Limiter; send: (email: string) => Promise<unknown> },
) {
  const typed = await readForm(request, ["email"]);
  const values = { email: shown(typed.email) };
  try {
    const form = forgotSchema.safeParse(typed);
    if (!form.success) return refuseFields(fieldErrors(form.error), values);
    const { email } = form.data;
    for (const verdict of [checkAddress(perAddress, context), perEmail.check(mailboxKey(email), now())])
      if (!verdict.ok)
        return refuseTooMany(
          verdict,
          values,
          "We’ve already sent that email several times. Check your spam folder.",
        );
    await Promise.all([send(email), wait(ANSWER_AFTER_MS)]);
    return { asked: true as const, place: outboxHint() };
  } catch (error) {
    return refuseForm(error, values);
  }
}
