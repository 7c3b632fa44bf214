import { acceptSignal } from "#ground/events/public.server.ts";
import type { QuickForm } from "#platform/http/routing/quick-forms.server.ts";
import { submitForm } from "../form/submit.server.ts";
import { sourceFrom } from "../page/source.ts";

/**
 * Submissions of a personal page, before the screen loads. An invalid one falls through to the screen, which
 * explains the error.
 */
export const captureForm: QuickForm = {
  under: "/p/",
  async take(slug, form, network) {
    await submitForm(slug, form.check, sourceFrom(form["source"]), { fields: form, network });
    readSender(form["here"]);
    return thanksPath(slug);
  },
};

/** Where a person goes after submitting. */
export const thanksPath = (slug: string): string => `/p/${slug}?thanks`;

/**
 * A submitted form shows that a person is there, even without script. Runs in the background so that the
 * thank-you page doesn't wait.
 */
export function readSender(mark: string | undefined): void {
  if (mark) void acceptSignal(mark, new Headers());
}
