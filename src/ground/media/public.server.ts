export {
  type DrawnFile,
  forgetMedia,
  heldHashes,
  linkToJob,
  type Original,
  type Photo,
  photoOf,
  photosOf,
  removeFiles,
} from "./data.server.ts";
export { mostFor } from "./room.server.ts";
export { sizeWords } from "./rules.ts";
export { stripped } from "./stripped.server.ts";
