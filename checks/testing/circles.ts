import path from "node:path";
import { sourcesIn } from "./house.ts";

/**
 * A static import or re-export, including types. Dynamic imports, such as screens loaded by their route,
 * close no circle.
 */
const IMPORT = /(?:^|\n)(?:import|export)\s(?:[^"'`;]*?\sfrom\s)?\s*"([^"]+)"/g;

/** What each of these files imports, as paths from the root. */
export const importsIn = (sources: readonly { readonly file: string; readonly text: string }[]) =>
  new Map(
    sources.map(({ file, text }) => [
      file,
      [...text.matchAll(IMPORT)].map((match) => targetOf(file, match[1]!)),
    ]),
  );

/**
 * Files that import each other, directly or through others. @returns one line per circle, its files in order
 */
export function circles(root: string): string[] {
  const sources = ["src", "bench", "e2e", "checks", "audit"].flatMap((folder) => sourcesIn(root, folder));
  const imports = importsIn(sources);
  const found: string[] = [];
  // Tarjan's strongly connected components.
  const [order, lowest, onPath] = [new Map<string, number>(), new Map<string, number>(), [] as string[]];
  const visit = (file: string): void => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    onPath.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue;
      if (!order.has(target)) visit(target);
      else if (!onPath.includes(target)) continue;
      lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const circle = onPath.splice(onPath.indexOf(file));
    if (circle.length > 1) found.push(circle.toSorted().join(" ↔ "));
  };
  for (const { file } of sources) if (!order.has(file)) visit(file);
  return found;
}

/** The file that an import refers to, from the root; an alias is a folder of `src`. */
const targetOf = (file: string, target: string) =>
  target.startsWith("#") ? `src/${target.slice(1)}` : path.posix.join(path.posix.dirname(file), target);
