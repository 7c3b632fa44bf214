import { phonesIn, type PhoneCountry } from "#platform/phones/phone.ts";

const EMAIL = /[a-z0-9](?:[\w.+-]{0,62}[\w+-])?@[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.[a-z]{2,20}/giu;
/** Ten digits of North America as people write them, or a number with a country code. */
const NUMBER =
  /(?<![\w@/.+-])(?:\+?1[\s.-]{0,2})?\(?\d{3}\)?[\s./-]{0,2}\d{3}[\s.-]{0,2}\d{4}(?![\w@/])|(?<![\w@/.-])\+\d(?:[\s().-]{0,2}\d){7,14}(?![\w@/])/gu;

export interface FoundAddresses {
  readonly emails: readonly string[];
  /** E.164. */
  readonly phones: readonly string[];
}

/** Email addresses and phone numbers in what a person wrote, each once, in their order. */
export function addressesIn(words: string, country: PhoneCountry): FoundAddresses {
  const text = words.slice(0, 20_000);
  return {
    emails: [...new Set((text.match(EMAIL) ?? []).map((one) => one.toLowerCase()))],
    phones: [...new Set((text.match(NUMBER) ?? []).flatMap((one) => phonesIn(one, country)))],
  };
}
