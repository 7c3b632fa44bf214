export { PLACES, placesOf, placeWords } from "./rules.ts";
export { readUnits } from "./units.ts";
