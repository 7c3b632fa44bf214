import { createHash } from "node:crypto";
import type { Business } from "#ground/businesses/public.server.ts";
import { installation } from "#platform/config/installation.server.ts";
import { isColor, textOn } from "#platform/drawing/contrast.ts";
import { CHECK_YOUR_MAIL } from "../capture/confirm-mail.ts";
import { ASKS_NOTHING, boxesOf, fieldsOf, type FormDefinition } from "./questions.ts";
import { atPage, type LeadPage } from "../page/pages.server.ts";
import { consentWording, textConsentWording } from "./schema.ts";

/** A page's current form definition. */
export function definitionOf(page: LeadPage, business: Business): FormDefinition {
  const asks = page.form ?? ASKS_NOTHING;
  const name = business.name ?? "";
  const color = business.color !== null && isColor(business.color) ? business.color : null;
  return {
    slug: page.slug,
    business: name,
    title: page.offer.title,
    promise: page.offer.promise,
    fields: fieldsOf(asks),
    boxes: boxesOf(asks, { texts: textConsentWording(name), consent: consentWording(page.offer, name) }),
    action: "Send me the guide",
    thanks: asks.confirm
      ? CHECK_YOUR_MAIL
      : {
          title: "It’s on its way",
          text: `${page.offer.title} is on its way to your inbox. It usually takes a minute. If you don’t see it, check your spam folder.`,
        },
    page: `${installation().publicUrl}/p/${page.slug}`,
    color: color === null ? null : { ground: color, text: textOn(color) },
  };
}

/**
 * A slug's form definition as JSON, with its ETag.
 * @throws AppError not_found if there is no such slug, or the page was closed
 */
export async function formJson(slug: string): Promise<{ body: string; tag: string }> {
  const body = JSON.stringify(await atPage(slug, async (_, page, business) => definitionOf(page, business)));
  return { body, tag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
}
