export { defineCloseouts } from "./content/registry.server.ts";
