/** A write failed completely; nothing was saved. The caller still has the typed text and shows it. */
export class NotSaved extends Error {
  override readonly name = "NotSaved";
  readonly why: "full" | "too-long" | "unreadable" | "failed";
  constructor(why: NotSaved["why"], cause?: unknown) {
    super(NOT_SAVED[why], { cause });
    this.why = why;
  }
}

const NOT_SAVED: Readonly<Record<NotSaved["why"], string>> = {
  full: "Not saved: this device is full. Keep this screen open, free up some space, then save again.",
  "too-long": "Not saved: the text is too long. Shorten it, then save again.",
  unreadable: "Not saved: a photo can’t be read on this device. Choose it again, then save.",
  failed: "Not saved: this browser couldn’t store it. Keep this screen open and try again.",
};
