import { isVideo, type Kind } from "#platform/pictures/kinds.ts";

/**
 * Ending of its key in the file store: tells originals from what other features keep, so that removing one
 * never takes another's file.
 */
export const storageExtension = (kind: Kind): string => (isVideo(kind) ? `video${kind}` : `photo${kind}`);

/** Ending of a saved file's name. */
export const fileExtension = (kind: Kind): string => (kind === "jpeg" ? "jpg" : kind);
