export { definePlans } from "./kinds.server.ts";
