export { isShared, type SharedDocument, shareDocument, titlesOfShares } from "./data.server.ts";
