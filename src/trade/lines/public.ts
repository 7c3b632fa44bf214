export {
  type BaseLine,
  formatTaxes,
  lineCents,
  LONGEST_LINE,
  quantityLine,
  readLines,
  readTaxes,
  shownQuantity,
  type Tax,
  wholeNumber,
} from "./rules.ts";
