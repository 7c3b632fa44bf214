export { photoValue } from "./photos/photo-value.server.ts";
