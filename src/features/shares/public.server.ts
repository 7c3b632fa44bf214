export { type SharedDocument, shareDocument } from "./data.server.ts";
