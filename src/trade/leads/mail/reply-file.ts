export interface ReplyFile {
  readonly name: string;
  /** As declared by the sender; untrusted. */
  readonly type: string;
  readonly bytes: number;
  /** Key in the file store; null if it exceeded the limits. */
  readonly file: string | null;
}
