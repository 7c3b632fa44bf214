import { acceptSignal } from "#ground/events/public.server.ts";
import { now } from "#platform/db/scope.server.ts";
import type { QuickForm } from "#platform/http/routing/quick-forms.server.ts";
import { submitForm } from "../form/submit.server.ts";
import { sourceFrom } from "../page/source.ts";
import { askerToken } from "../questions/ask.server.ts";

/**
 * Submissions of a personal page, before the screen loads. An invalid one falls through to the screen, which
 * explains the error.
 */
export const captureForm: QuickForm = {
  under: "/p/",
  async take(slug, form, network) {
    // A page below it has a form of its own.
    if (slug.includes("/")) return undefined;
    const { email } = await submitForm(slug, form.check, sourceFrom(form["source"]), {
      fields: form,
      network,
    });
    readSender(form["here"]);
    return thanksPath(slug, email);
  },
};

/** Where a person goes after submitting: the page that thanks them, where they can ask a question. */
export const thanksPath = (slug: string, email: string): string =>
  `/p/${slug}?thanks=${askerToken(slug, email, now())}`;

/**
 * A submitted form shows that a person is there, even without script. Runs in the background so that the
 * thank-you page doesn't wait.
 */
export function readSender(mark: string | undefined): void {
  if (mark) void acceptSignal(mark, new Headers());
}
