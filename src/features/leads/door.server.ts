import type { QuickForm } from "#platform/http/quick-forms.server.ts";
import { acceptCapture } from "./captures.server.ts";
import { captureAccepted } from "./keeper.server.ts";
import { captureSchema, sourceFrom } from "./schema.ts";

/** A filled personal page. What is refused here is refused again by its screen, which says why. */
export const captureForm: QuickForm = {
  under: "/p/",
  async take(slug, form) {
    await acceptCapture(slug, form.check(captureSchema), sourceFrom(form["source"]));
    captureAccepted();
    return thanksAt(slug);
  },
};

/** Where somebody goes who left their name. */
export const thanksAt = (slug: string): string => `/p/${slug}?thanks`;
