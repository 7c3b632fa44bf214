/** `us`: °F, inches, mph. `metric`: °C, mm, km/h. Records are in SI either way. */
export type Units = "us" | "metric";

/**
 * Currencies of countries that use feet and Fahrenheit: the US dollar, also used elsewhere, and Liberia's.
 */
const IN_FEET = new Set(["USD", "LRD"]);

/**
 * The units of a business, guessed from its currency.
 * @param currency ISO 4217
 */
export const unitsOf = (currency: string): Units => (IN_FEET.has(currency) ? "us" : "metric");
