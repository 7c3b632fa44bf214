export { findItems, itemsOf, type KitLine, priceOn, RAISE, raisesOf, SHELF } from "./rules.ts";
