// The one place that gives browsers what they lack. No static import here: a browser that has everything
// fetches nothing.

interface Piece {
  /** The module under this folder that brings it. */
  readonly name: "temporal" | "builtins";
  /** Whether this browser lacks something in it. */
  isMissing(): boolean;
}

const has = (owner: object, ...names: readonly string[]) => names.every((name) => name in owner);

/**
 * Every piece, and what tells that it is needed. The service worker keeps only these pieces out of a device
 * that has no use for them.
 */
export const PIECES: readonly Piece[] = [
  { name: "temporal", isMissing: () => !has(globalThis, "Temporal") },
  {
    name: "builtins",
    isMissing: () =>
      !(
        has(globalThis, "Iterator") &&
        has(
          Iterator.prototype,
          "map",
          "filter",
          "take",
          "drop",
          "flatMap",
          "reduce",
          "toArray",
          "forEach",
          "some",
          "every",
          "find",
        ) &&
        has(
          Set.prototype,
          "union",
          "intersection",
          "difference",
          "symmetricDifference",
          "isSubsetOf",
          "isSupersetOf",
          "isDisjointFrom",
        ) &&
        has(Map, "groupBy") &&
        has(Object, "groupBy") &&
        has(Promise, "withResolvers") &&
        has(String.prototype, "isWellFormed", "toWellFormed") &&
        has(AbortSignal, "any") &&
        has(URL, "canParse")
      ),
  },
];

/**
 * Brings what this browser lacks. Resolves right away where nothing is missing.
 * @throws whatever an import throws when a piece can't be fetched; nothing that needs it may run then
 */
export async function loadNewer(): Promise<void> {
  const missing = new Set(PIECES.filter((piece) => piece.isMissing()).map(({ name }) => name));
  await Promise.all([
    missing.has("temporal") ? import("./temporal.ts") : undefined,
    missing.has("builtins") ? import("./builtins.ts") : undefined,
  ]);
}
