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
} from "./originals.server.ts";
export { mostFor } from "./storage-limit.server.ts";
export { sizeWords } from "./rules.ts";
export { stripped } from "./strip-metadata.server.ts";
