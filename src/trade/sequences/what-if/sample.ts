/** The person in a preview until a lead is chosen. */
export const SAMPLE = { name: "Dana Ruiz" } as const;

/** Numbers 555-01xx are reserved for examples. */
const PLACES = [
  { value: "new-york", label: "New York", phone: "+12125550142" },
  { value: "chicago", label: "Chicago", phone: "+13125550142" },
  { value: "denver", label: "Denver", phone: "+13035550142" },
  { value: "phoenix", label: "Phoenix", phone: "+16025550142" },
  { value: "los-angeles", label: "Los Angeles", phone: "+12135550142" },
  { value: "honolulu", label: "Honolulu", phone: "+18085550142" },
] as const;

export const PLACE_CHOICES: readonly { readonly value: string; readonly label: string }[] = [
  { value: "", label: "Near you" },
  ...PLACES.map(({ value, label }) => ({ value, label })),
];

/** In E.164; null if they live where the business is. */
export const phoneOfPlace = (place: string): string | null =>
  PLACES.find(({ value }) => value === place)?.phone ?? null;
