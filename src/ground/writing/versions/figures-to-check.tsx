import type { figuresToCheck } from "../model/to-check.ts";

/** One line for the owner of a text by a model, with the figures that nobody but the model gave. */
export function FiguresToCheck({ figures }: { figures: ReturnType<typeof figuresToCheck> }) {
  if (figures === null) return null;
  const { shown, more } = figures;
  const list = [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
  return (
    <p className="mb-6 max-w-measure text-sm text-pencil">
      {`Written with AI. Check these figures before you send it: ${list}.`}
    </p>
  );
}
