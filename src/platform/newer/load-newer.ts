// Loads all polyfills. No static imports here: a browser that needs none fetches nothing.

interface Piece {
  /** The module in this folder. */
  readonly name: "temporal" | "builtins";
  isMissing(): boolean;
}

const has = (owner: object, ...names: readonly string[]) => names.every((name) => name in owner);

/**
 * All polyfills, with their tests. The service worker uses the tests to avoid storing unneeded ones on a
 * device.
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
 * Loads the polyfills this browser needs; resolves right away if none.
 * @throws the error of a failed import; code that needs the polyfill must not run then
 */
export async function loadNewer(): Promise<void> {
  const missing = new Set(PIECES.filter((piece) => piece.isMissing()).map(({ name }) => name));
  await Promise.all([
    missing.has("temporal") ? import("./temporal.ts") : undefined,
    missing.has("builtins") ? import("./builtins.ts") : undefined,
  ]);
}
