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
export { stripped } from "./stripped.server.ts";
