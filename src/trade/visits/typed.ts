/** The fields of the booking form. */
export const TYPED = [
  "at",
  "zone",
  "submission",
  "place",
  "name",
  "email",
  "phone",
  "address",
  "note",
  "texts",
] as const;
export type Typed = Partial<Record<(typeof TYPED)[number], string>>;
