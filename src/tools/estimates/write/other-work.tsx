import { useScreen, usePricedWork } from "#trade/fieldwork/public.tsx";
import type { KitLine } from "#trade/prices/public.ts";

/** Priced work of the job, such as a change: one tap adds its lines to the estimate. */
export function OtherWork({
  add,
}: {
  /** Writes lines and returns how to undo that. */
  readonly add: (lines: readonly KitLine[]) => Promise<() => Promise<unknown>>;
}) {
  const { tell } = useScreen();
  const { label, pieces } = usePricedWork();
  if (pieces.length === 0) return null;
  return (
    <details className="estimate-more">
      <summary>{label}</summary>
      <ul className="estimate-lines" aria-label={label}>
        {pieces.map(({ id, label: name, lines, leftOut }) => (
          <li key={id}>
            <button
              type="button"
              className="estimate-line"
              onClick={() =>
                void add(lines).then(
                  (undo) =>
                    tell.done(
                      [
                        `${countLines(lines.length)} added.`,
                        leftOut > 0 ? `${countLines(leftOut)} left out: no price, or a credit.` : "",
                      ]
                        .filter(Boolean)
                        .join(" "),
                      undo,
                    ),
                  (error: unknown) => tell.failed(error),
                )
              }
            >
              <span>{name}</span>
              <span className="estimate-quiet">{countLines(lines.length)}</span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

const countLines = (count: number): string => (count === 1 ? "1 line" : `${count} lines`);
