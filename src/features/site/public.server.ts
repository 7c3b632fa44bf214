export { brand } from "./brand.ts";
