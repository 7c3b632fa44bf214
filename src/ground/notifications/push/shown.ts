/** What a device gets, encrypted. Workers of older versions read it too, so fields are only added. */
export interface Shown {
  /** Of what happened: a message that arrives twice rings once. */
  readonly id: string;
  /** A notification takes the place of an earlier one with the same tag. */
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  /** Where a tap leads. */
  readonly path: string;
}
