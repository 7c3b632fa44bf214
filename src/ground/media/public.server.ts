export {
  type DrawnFile,
  forgetMedia,
  storedHashes,
  linkToJob,
  type Original,
  type Photo,
  photoOf,
  photosOf,
  removeFiles,
} from "./originals.server.ts";
export { withPicturesOnDisk } from "./on-disk.server.ts";
export { sendPicture } from "./send-picture.server.ts";
export { storageLimitFor } from "./storage-limit.server.ts";
export { stripped } from "./strip-metadata.server.ts";
