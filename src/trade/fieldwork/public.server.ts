export { photoValue } from "./photos/photo-value.server.ts";
export { placeValue } from "./place/place-value.server.ts";
export { isManager, latestToday, refuse } from "./commands/refusal.server.ts";
