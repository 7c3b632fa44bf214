/** Folders of content/scopes, and what people call them. */
export const TRADES: Readonly<Record<string, string>> = {
  "decks-fences": "Decks and fences",
  plumbing: "Plumbing",
  electrical: "Electrical",
  "drywall-paint": "Drywall and paint",
  roofing: "Roofing and gutters",
  hvac: "Heating and cooling",
  "kitchen-bath": "Kitchen and bath",
  flooring: "Flooring",
  concrete: "Concrete and masonry",
  landscaping: "Landscaping",
  trees: "Trees",
  "windows-doors": "Windows, doors, siding",
  insulation: "Insulation",
  cleaning: "Cleaning",
  handyman: "Handyman",
  design: "Design and inspection",
};
