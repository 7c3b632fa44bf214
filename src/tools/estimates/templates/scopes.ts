import type { Scope } from "./scope-schema.ts";
import { TRADES } from "./trades.ts";

/** A scope of content/scopes. */
export interface NamedScope extends Scope {
  /** Its path: "plumbing/toilet". */
  readonly id: string;
  readonly trade: string;
}

// One chunk that only the list of templates imports. The field app's worker stores it like every chunk.
const files = import.meta.glob<Scope>("/content/scopes/*/*.json", { eager: true, import: "default" });

const order = Object.keys(TRADES);

/** Every scope, by trade and title. */
export const scopes: readonly NamedScope[] = Object.entries(files)
  .map(([file, scope]) => {
    const id = file.replace("/content/scopes/", "").replace(".json", "");
    return { ...scope, id, trade: id.split("/")[0]! };
  })
  .toSorted(
    (one, other) =>
      order.indexOf(one.trade) - order.indexOf(other.trade) || one.title.localeCompare(other.title),
  );
