import type { Readable } from "node:stream";
import { AppError } from "../errors/app-error.ts";

/** One stored file, for backup. */
export interface StoredFile {
  readonly key: string;
  readonly bytes: number;
}

/** A part of a file: its first and last byte, counted from 0. */
export interface FilePart {
  readonly first: number;
  readonly last: number;
}

/**
 * Stores the files of accounts. A key is the account plus the SHA-256 of the content, so storing the same
 * bytes twice is one file, and a file never changes. Small on purpose: another store needs only these
 * methods.
 */
export interface FileStore {
  /**
   * Stores bytes, durably before it resolves.
   * @param extension without the dot, such as `pdf`; part of the key so that a reader knows the type
   * @returns the key
   * @throws AppError unavailable when storage is full or away
   */
  put(accountId: string, bytes: Uint8Array, extension: string): Promise<string>;
  /**
   * The same for a local file of any size, which is read twice, never loaded into memory, and not moved.
   * @param file absolute path; must not change meanwhile
   */
  putFile(accountId: string, file: string, extension: string): Promise<string>;
  /** @throws AppError not_found */
  get(key: string): Promise<Buffer>;
  /**
   * For large files; opened before it resolves.
   * @param part first and last byte, both within the file
   * @throws AppError not_found
   */
  stream(key: string, part?: FilePart): Promise<Readable>;
  exists(key: string): Promise<boolean>;
  /** Size of a file in bytes; undefined if it does not exist. */
  size(key: string): Promise<number | undefined>;
  /**
   * Deletes a file permanently; a missing file is no error. The caller makes sure that no row uses the key:
   * the same bytes stored twice are one file.
   * @throws AppError unavailable when storage is away
   */
  remove(key: string): Promise<void>;
  /** Every complete file, or those of one account, in no particular order. */
  list(accountId?: string): AsyncIterable<StoredFile>;
}

const ACCOUNT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const EXTENSION = /^[a-z0-9]{1,10}$/;
const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/([0-9a-f]{2})\/\2[0-9a-f]{62}\.[a-z0-9]{1,10}$/;

/**
 * `{account}/{first two digits}/{sha256}.{extension}`: the middle folder keeps directories small.
 * @throws AppError invalid for an account or extension that could not be part of a path
 */
export function fileKey(accountId: string, sha256: string, extension: string): string {
  if (!ACCOUNT.test(accountId) || !EXTENSION.test(extension))
    throw new AppError("invalid", "This file can’t be saved.");
  return `${accountId}/${sha256.slice(0, 2)}/${sha256}.${extension}`;
}

/** Whether a text is a key as `fileKey` makes them. Anything else never becomes a path. */
export function isFileKey(key: string): boolean {
  return KEY.test(key);
}

/** The account a file belongs to. */
export function accountOfFile(key: string): string {
  return key.slice(0, key.indexOf("/"));
}
