import { z } from "zod";
import { businessDetailsSchema } from "#ground/businesses/public.server.ts";
import { dripBriefSchema, magnetBriefSchema } from "#ground/writing/public.server.ts";

// What each step asks, by the schemas of the features that use it.

export const workSchema = z.object({
  product: magnetBriefSchema.shape.product.pipe(z.string().min(1, "Tell us what you do, in a few words.")),
  audience: magnetBriefSchema.shape.targetAudience,
});
export const guideSchema = z.object({
  person: magnetBriefSchema.shape.name,
  businessName: businessDetailsSchema.shape.businessName,
  topic: magnetBriefSchema.shape.topic,
});
export const nameSchema = businessDetailsSchema.pick({ businessName: true });
export const lookSchema = z.object({
  postalAddress: businessDetailsSchema.shape.postalAddress
    .unwrap()
    .pipe(
      z
        .string()
        .min(
          1,
          "Enter your business mailing address. The law requires one in every marketing email. A P.O. box is fine.",
        ),
    ),
  zone: businessDetailsSchema.shape.zone,
});
export const emailsSchema = z.object({ objection: dripBriefSchema.shape.objection });
