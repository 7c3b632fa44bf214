import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { parseSync } from "oxc-parser";

/** What the sentences of emails, PDFs and background work are reached from. */
const WORKER = "sent in the background";

interface Module {
  /** For each name that another file gets from here: the file that has it. */
  readonly from: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  readonly imports: readonly { readonly file: string; readonly name: string | null }[];
}

/** Which addresses each source file is used by; the imports of a barrel are followed by name. */
export class Screens {
  readonly #root: string;
  readonly #modules = new Map<string, Module>();
  readonly #used = new Map<string, Set<string>>();

  /** `routes`: the route table of the product (`src/routes.ts`). */
  constructor(root: string, routes: readonly RouteConfigEntry[]) {
    this.#root = root;
    const visit = (entries: readonly RouteConfigEntry[], above: string) => {
      for (const entry of entries) {
        const address = path.posix.join(above, entry.path ?? "");
        // A frame around many screens says nothing about which screen it is.
        if (!entry.children?.length || entry.path !== undefined) this.#reach(`src/${entry.file}`, address);
        else this.#reach(`src/${entry.file}`, "frame");
        visit(entry.children ?? [], address);
      }
    };
    visit(routes, "/");
    this.#reach("src/app/entry.field.tsx", "on site");
    this.#reach("src/app/main.ts", "command line");
    this.#reach("src/app/worker.ts", WORKER);
  }

  /** The addresses whose screens use a file, the shortest first. */
  of(file: string): string[] {
    return [...(this.#used.get(file) ?? [])].toSorted(
      (a, b) => Number(a === WORKER) - Number(b === WORKER) || a.length - b.length,
    );
  }

  #reach(entry: string, address: string): void {
    const waiting = [entry];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      const used = this.#used.get(file) ?? new Set<string>();
      if (used.has(address)) continue;
      this.#used.set(file, used.add(address));
      for (const { file: imported, name } of this.#module(file).imports) {
        waiting.push(name === null ? imported : this.#definition(imported, name));
      }
    }
  }

  /** The file that defines what `file` passes on under a name. */
  #definition(file: string, name: string): string {
    const passed = this.#module(file).from.get(name);
    return passed ? this.#definition(passed.file, passed.name) : file;
  }

  #module(file: string): Module {
    const known = this.#modules.get(file);
    if (known) return known;
    const source = readFileSync(path.join(this.#root, file), "utf8");
    const { module } = parseSync(file, source);
    const from = new Map<string, { file: string; name: string }>();
    const imports: { file: string; name: string | null }[] = [];
    for (const { moduleRequest, entries } of module.staticImports) {
      const target = this.#resolve(file, moduleRequest.value);
      if (!target) continue;
      const values = entries.filter(({ isType }) => !isType);
      if (!entries.length) imports.push({ file: target, name: null });
      for (const { importName } of values) imports.push({ file: target, name: importName.name ?? null });
    }
    for (const { moduleRequest } of module.dynamicImports) {
      const request = /^["'](.+)["']$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[1];
      const target = request && this.#resolve(file, request);
      if (target) imports.push({ file: target, name: null });
    }
    for (const { entries } of module.staticExports)
      for (const { moduleRequest, importName, exportName } of entries) {
        const target = moduleRequest && this.#resolve(file, moduleRequest.value);
        if (target && importName.name && exportName.name)
          from.set(exportName.name, { file: target, name: importName.name });
      }
    const made = { from, imports };
    this.#modules.set(file, made);
    return made;
  }

  #resolve(from: string, request: string): string | null {
    const target = request.startsWith("#")
      ? `src/${request.slice(1)}`
      : request.startsWith(".")
        ? path.posix.join(path.posix.dirname(from), request)
        : null;
    return target && /\.tsx?$/.test(target) && existsSync(path.join(this.#root, target)) ? target : null;
  }
}
