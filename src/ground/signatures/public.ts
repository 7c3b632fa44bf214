export { type Drawing, isDrawn, thinned } from "./rules.ts";
