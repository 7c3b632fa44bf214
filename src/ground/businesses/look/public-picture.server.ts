import { isSigned, sign } from "#platform/config/signing.server.ts";
import { accountOfFile, fileKey, isFileKey } from "#platform/files/file-store.ts";

/**
 * Pictures that anyone with their address may load, by the extension of their keys. A key of another
 * extension can't be requested, and removing one picture never deletes another's file.
 */
const EXTENSIONS = { logo: "png", face: "facewebp", work: "workwebp", cover: "coverwebp" } as const;
export type PublicPicture = keyof typeof EXTENSIONS;

const SIGNATURE_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{86}$/;

const isKind = (kind: string): kind is PublicPicture => Object.hasOwn(EXTENSIONS, kind);

/** Extension of the keys of these pictures in the file store. */
export const pictureExtension = (kind: PublicPicture): string => EXTENSIONS[kind];

/**
 * The account, the content hash and our signature, so that no other stored file can be requested; undefined
 * for the key of another kind of file.
 */
export function pictureToken(kind: PublicPicture, file: string): string | undefined {
  const extension = EXTENSIONS[kind];
  if (!isFileKey(file) || !file.endsWith(`.${extension}`)) return undefined;
  const hash = file.slice(file.lastIndexOf("/") + 1, -extension.length - 1);
  const payload = Buffer.from(accountOfFile(file).replaceAll("-", "") + hash, "hex");
  return Buffer.concat([payload, sign(kind, payload).subarray(0, SIGNATURE_BYTES)]).toString("base64url");
}

/** The file behind a token made by pictureToken(); undefined for any other. */
export function pictureFile(kind: string, token: string): string | undefined {
  if (!isKind(kind) || !TOKEN.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  const payload = bytes.subarray(0, 48);
  if (!isSigned(kind, payload, bytes.subarray(48))) return undefined;
  const account = payload
    .subarray(0, 16)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return fileKey(account, payload.subarray(16).toString("hex"), EXTENSIONS[kind]);
}

/** Path of a public picture for an `<img>`; null without one. */
export function picturePath(kind: Exclude<PublicPicture, "logo">, file: string | null): string | null {
  const token = file === null ? undefined : pictureToken(kind, file);
  return token === undefined ? null : `/picture/${kind}/${token}.webp`;
}
