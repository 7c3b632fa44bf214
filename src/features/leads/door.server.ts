import type { QuickForm } from "#platform/http/quick-forms.server.ts";
import { takeForm } from "./form.server.ts";
import { sourceFrom } from "./source.ts";

/** A filled personal page. What is refused here is refused again by its screen, which says why. */
export const captureForm: QuickForm = {
  under: "/p/",
  async take(slug, form) {
    await takeForm(slug, form.check, sourceFrom(form["source"]));
    return thanksAt(slug);
  },
};

/** Where somebody goes who left their name. */
export const thanksAt = (slug: string): string => `/p/${slug}?thanks`;
