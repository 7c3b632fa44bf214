/** A file that came with a reply. */
export interface ReplyFile {
  readonly name: string;
  /** As their mail says; not to be believed. */
  readonly type: string;
  readonly bytes: number;
  /** In the file store; null where it was too large to keep, or one of too many. */
  readonly file: string | null;
}
