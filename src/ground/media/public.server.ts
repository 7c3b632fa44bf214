export {
  type DrawnFile,
  forgetMedia,
  storedHashes,
  linkToJob,
  newestPhotos,
  type Original,
  type Photo,
  photoOf,
  photosOf,
  removeFiles,
} from "./originals.server.ts";
export { makeConfidential, makeOpen } from "./confidential.server.ts";
export { type OutsidePhoto, receivePhotos, storePhoto } from "./from-outside.server.ts";
export { accountsWithOriginal, receivedOriginal } from "./find-original.server.ts";
export { withPicturesOnDisk } from "./on-disk.server.ts";
export {
  defineOverlays,
  jobsOfPhotos,
  photosToShare,
  photoToShare,
  type PhotoOfJob,
  type SharedPhoto,
} from "./shared-photos.server.ts";
export { lockedHeaders, sendPicture } from "./send-picture.server.ts";
export { defineStorageUse, roomOf, storageLimitFor } from "./storage-limit.server.ts";
export { stripped } from "./strip-metadata.server.ts";
