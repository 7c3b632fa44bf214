export { isShared, type SharedDocument, shareDocument } from "./data.server.ts";
