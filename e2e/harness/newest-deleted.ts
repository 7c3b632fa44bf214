import type { Page } from "playwright-core";

/**
 * Deletes from every page what browsers at the floor lack, before any script of the page runs: `Temporal`,
 * and newer language and DOM features (src/platform/newer). The service worker keeps its own globals, which
 * also shows that the two may differ.
 */
export async function deleteNewest(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const gone: readonly (readonly [owner: object | undefined, ...names: string[]])[] = [
      [globalThis, "Temporal", "Navigation", "navigation"],
      ...("Iterator" in globalThis
        ? [
            [
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
            ] as const,
          ]
        : []),
      [globalThis, "Iterator"],
      [
        Set.prototype,
        "union",
        "intersection",
        "difference",
        "symmetricDifference",
        "isSubsetOf",
        "isSupersetOf",
        "isDisjointFrom",
      ],
      [Map, "groupBy"],
      [Map.prototype, "getOrInsert", "getOrInsertComputed"],
      [Object, "groupBy"],
      [Promise, "withResolvers", "try"],
      [Array, "fromAsync"],
      [String.prototype, "isWellFormed", "toWellFormed"],
      [RegExp, "escape"],
      [Uint8Array, "fromBase64", "fromHex"],
      [Uint8Array.prototype, "toBase64", "toHex", "setFromBase64", "setFromHex"],
      [Math, "sumPrecise", "f16round"],
      [Error, "isError"],
      [Intl, "DurationFormat", "Segmenter"],
      [AbortSignal, "any"],
      [URL, "parse"],
      [Document.prototype, "startViewTransition"],
      [
        Element.prototype,
        "ariaBusy",
        "ariaDisabled",
        "checkVisibility",
        "moveBefore",
        "getHTML",
        "setHTMLUnsafe",
      ],
      [HTMLElement.prototype, "popover", "showPopover", "hidePopover", "togglePopover"],
      [StorageManager.prototype, "estimate"],
      [FileSystemFileHandle.prototype, "createWritable"],
      [
        PublicKeyCredential,
        "parseCreationOptionsFromJSON",
        "parseRequestOptionsFromJSON",
        "isConditionalMediationAvailable",
      ],
    ];
    for (const [owner, ...names] of gone)
      for (const name of names) if (owner) Reflect.deleteProperty(owner, name);
    // Selectors unknown to them throw.
    const hides = (selectors: string) => {
      if (selectors.includes(":popover-open"))
        throw new DOMException(`'${selectors}' is not a valid selector`, "SyntaxError");
    };
    for (const owner of [Element.prototype, Document.prototype])
      for (const name of ["querySelector", "querySelectorAll", "closest", "matches"]) {
        const own = (owner as unknown as Record<string, ((selectors: string) => unknown) | undefined>)[name];
        if (!own) continue;
        Object.defineProperty(owner, name, {
          value(this: unknown, selectors: string) {
            hides(selectors);
            return own.call(this, selectors);
          },
        });
      }
  });
}
