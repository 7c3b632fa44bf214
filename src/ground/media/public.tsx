export { MOST_PHOTO_BYTES, MOST_VIDEO_BYTES } from "./rules.ts";
