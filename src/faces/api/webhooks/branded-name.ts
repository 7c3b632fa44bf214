/** A product's name as a header allows it. */
export const brandedName = (brand: string): string => brand.replaceAll(/[^A-Za-z0-9]+/g, "") || "Webhooks";
