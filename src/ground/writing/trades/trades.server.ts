import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { type Trade, tradeSchema } from "./schema.ts";

let loaded: readonly Trade[] | undefined;

/**
 * All trades in content/trades, validated and read once.
 * @throws Error naming the file and the invalid part
 */
export const trades = (): readonly Trade[] => (loaded ??= readTrades(path.resolve("content/trades")));

/** Reads and validates the trades in a folder, by name. */
export function readTrades(folder: string): Trade[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .toSorted()
    .map((name) => {
      const result = tradeSchema.safeParse(JSON.parse(readFileSync(path.join(folder, name), "utf8")));
      if (result.success) return result.data;
      const problems = result.error.issues
        .map(({ path: at, message }) => `${at.join(".")}: ${message}`)
        .join("; ");
      throw new Error(`content/trades/${name} can't be used. ${problems}`);
    });
}
