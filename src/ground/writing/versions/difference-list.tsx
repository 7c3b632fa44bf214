import type { Difference } from "./differences.ts";

/** Shows changes sentence by sentence, by words and marks rather than color alone. */
export function DifferenceList({
  differences,
  before = "Before",
  after = "Now",
  none = "No differences.",
}: {
  differences: readonly Difference[];
  before?: string;
  after?: string;
  none?: string;
}) {
  if (differences.length === 0) return <p>{none}</p>;
  return (
    <ol className="differences">
      {differences.map((difference, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a list that is drawn once; one place can differ twice
        <li key={at}>
          <h3 className="label">{difference.place}</h3>
          {difference.before.length ? (
            <p>
              <span className="difference-side">{before}</span> <del>{difference.before.join(" ")}</del>
            </p>
          ) : null}
          {difference.after.length ? (
            <p>
              <span className="difference-side">{after}</span> <ins>{difference.after.join(" ")}</ins>
            </p>
          ) : null}
        </li>
      ))}
    </ol>
  );
}
