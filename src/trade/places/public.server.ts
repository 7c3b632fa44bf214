export { definePlaces } from "./kinds.server.ts";
