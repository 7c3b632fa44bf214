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

// Queueing a mail takes a few milliseconds more than finding nobody; both are answered no sooner than this.
const ANSWER_AFTER_MS = 250;

/**
 * Takes the address that a link is asked for and sends it, if there is an account. The answer, and the time
 * it takes, are the same if there is none.
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
          "We were asked for that mail several times already. Look in your spam folder too.",
        );
    await Promise.all([send(email), wait(ANSWER_AFTER_MS)]);
    return { asked: true as const, place: outboxHint() };
  } catch (error) {
    return refuseForm(error, values);
  }
}
