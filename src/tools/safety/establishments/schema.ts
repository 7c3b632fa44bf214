import { z } from "zod";
import { line, needed } from "../forms/schema.ts";
import { OWNERS } from "../incidents/forms/summary.ts";

/** "" or digits with dashes and spaces. */
const digits = (words: string, counts: readonly number[]) =>
  line(20).refine(
    (text) =>
      text === "" || (counts.includes(text.replaceAll(/[\s-]/g, "").length) && /^[\d\s-]+$/.test(text)),
    words,
  );

/** What the form of an establishment posts. Only the name is needed; OSHA’s file asks for the rest. */
export const establishmentSchema = z.object({
  name: needed(100, "Enter a name, such as the city or the street."),
  company: line(100),
  ein: digits("Enter the 9 digits of the EIN, such as 74-1234567.", [9]),
  street: line(100),
  city: line(100),
  state: line(2),
  zip: digits("Enter the ZIP code with 5 or 9 digits.", [5, 9]),
  industry: line(300),
  naics: line(6).refine(
    (text) => text === "" || /^\d{6}$/.test(text),
    "Enter the 6 digits of the NAICS code. Roofing contractors have 238160, for example.",
  ),
  owner: z
    .enum(OWNERS.map(String) as [string, ...string[]], { error: "Choose one." })
    .transform((text) => OWNERS.find((one) => String(one) === text)!),
});
