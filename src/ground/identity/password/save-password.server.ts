import { type ActionFunctionArgs, redirect } from "react-router";
import type { Person } from "#platform/db/scope.server.ts";
import { refuseForm } from "#platform/http/answers.server.ts";
import { refuseTooMany } from "#platform/http/limits/limits.server.ts";
import { hasPassword } from "../queries.server.ts";
import { recordRefusal, originOf } from "../security/events.server.ts";
import { fieldErrors, refuseFields } from "../forms.server.ts";
import { changePassword } from "./change-password.server.ts";
import { requireRecentProof } from "../login/recent-proof.server.ts";
import { resetSchema } from "../schema.server.ts";
import { checkPassword } from "../login/check-password.server.ts";
import { totpSince } from "../second-factor/totp.server.ts";

interface TypedPassword {
  readonly currentPassword: string;
  readonly password: string;
  readonly confirmPassword: string;
}

/**
 * Whether a new password requires a recent proof: the person has no password, or their password alone can't
 * sign in.
 */
export const needsProof = (knowsPassword: boolean, takesCode: boolean): boolean =>
  !knowsPassword || takesCode;

/**
 * Saves a new password after checking the current one, within the sign-in limits. People without a password
 * or with two-step login first prove their identity another way.
 * @param next where to go afterwards
 */
export async function savePassword(
  args: ActionFunctionArgs,
  person: Person,
  typed: TypedPassword,
  next: string,
) {
  const { request, context } = args;
  const [knowsPassword, app] = await Promise.all([hasPassword(person.id), totpSince(person.id)]);
  if (needsProof(knowsPassword, app !== null)) await requireRecentProof(args);
  try {
    const form = resetSchema.safeParse(typed);
    const errors = form.success ? {} : fieldErrors(form.error);
    const isMissing = knowsPassword && !typed.currentPassword;
    if (!form.success || isMissing)
      return refuseFields(
        { ...(isMissing ? { currentPassword: "Enter your current password." } : {}), ...errors },
        {},
      );
    if (knowsPassword) {
      const outcome = await checkPassword(person.email, typed.currentPassword, context);
      if (outcome.kind === "too-many") return refuseTooMany(outcome.verdict, {}, "Too many wrong passwords.");
      if (outcome.kind === "wrong" || outcome.userId !== person.id) {
        recordRefusal(person.email, originOf(request, context));
        return refuseFields({ currentPassword: "That’s not your current password." }, {});
      }
      if (form.data.password === typed.currentPassword)
        return refuseFields({ password: "That’s already your password. Choose a different one." }, {});
    }
    const headers = await changePassword(person, form.data.password, { request, context });
    return redirect(next, { status: 303, headers });
  } catch (error) {
    return refuseForm(error, {});
  }
}
