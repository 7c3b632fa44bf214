export { defineCloseouts } from "./content/registry.server.ts";
export { versionsOf as closeoutVersions } from "./package.server.ts";
