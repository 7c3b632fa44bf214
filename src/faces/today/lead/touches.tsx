export interface ShownTouch {
  readonly iso: string;
  readonly words: string;
  /** Where they came from; empty when unknown. */
  readonly from: string;
}

/** When a lead came, and from where. */
export function Came({ touch }: { touch: ShownTouch }) {
  return (
    <>
      <time dateTime={touch.iso}>{touch.words}</time>
      {touch.from ? <span className="block text-pencil wrap-anywhere">{touch.from}</span> : null}
    </>
  );
}
