import { acceptSignal } from "#ground/events/public.server.ts";
import type { QuickForm } from "#platform/http/routing/quick-forms.server.ts";
import { submitForm } from "../form/submit.server.ts";
import { sourceFrom } from "../page/source.ts";

/** A filled personal page. What is refused here is refused again by its screen, which says why. */
export const captureForm: QuickForm = {
  under: "/p/",
  async take(slug, form, network) {
    await submitForm(slug, form.check, sourceFrom(form["source"]), { fields: form, network });
    readSender(form["here"]);
    return thanksPath(slug);
  },
};

/** Where somebody goes who left their name. */
export const thanksPath = (slug: string): string => `/p/${slug}?thanks`;

/** A filled form is a sign of a hand, also without script. Whoever is being thanked does not wait for it. */
export function readSender(mark: string | undefined): void {
  if (mark) void acceptSignal(mark, new Headers());
}
