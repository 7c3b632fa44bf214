import { isVideo, type Kind } from "#platform/pictures/kinds.ts";

/**
 * Extension of the file-store key. It distinguishes originals from other features' files, so that removing
 * one never deletes another's.
 */
export const storageExtension = (kind: Kind): string => (isVideo(kind) ? `video${kind}` : `photo${kind}`);

/** Extension of a downloaded file. */
export const fileExtension = (kind: Kind): string => (kind === "jpeg" ? "jpg" : kind);
