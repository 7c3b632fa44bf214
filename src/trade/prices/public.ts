export { findItems, type KitLine } from "./rules.ts";
