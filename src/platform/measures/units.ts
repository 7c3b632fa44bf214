/** `us`: °F, inches, mph. `metric`: °C, mm, km/h. Records hold SI whatever is shown. */
export type Units = "us" | "metric";

/**
 * Currencies of countries that measure in feet and Fahrenheit: the United States and who uses its dollar by
 * that name, and Liberia.
 */
const IN_FEET = new Set(["USD", "LRD"]);

/** What a business measures in, told by the money that it counts in. @param currency ISO 4217 */
export const unitsOf = (currency: string): Units => (IN_FEET.has(currency) ? "us" : "metric");
