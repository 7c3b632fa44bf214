import compatibility, {
  type CompatStatement,
  type Identifier,
  type SimpleSupportStatement,
} from "@mdn/browser-compat-data" with { type: "json" };
import { parseSync } from "vite";

// Finds features in a built script that browsers at the floor may lack, by MDN's tables. It only sees names:
// a static method, a global, and a method or property whose name no older feature has. A method that shares
// its name with an older one (`map` of an iterator) can't be recognized, so those are always polyfilled
// (src/platform/newer/builtins.ts).

/** Same as src/app/plugins/browsers.ts and README. */
const FLOOR = { chrome: "111", firefox: "115", safari: "16.4", safari_ios: "16.4" } as const;

/** DOM interfaces that pages use directly; the names of all others would only collide with our own. */
const DOM =
  /^(AbortSignal|Animation|Blob|Clipboard|Crypto|CSS|DataTransfer|Document|Element|ElementInternals|Event|EventTarget|FileSystem\w+|FormData|Headers|HTML\w*Element|IDB\w+|IntersectionObserver|Location|MediaDevices|Navigator|Node|Notification|Performance|PublicKeyCredential|ReadableStream|Request|Response|ResizeObserver|ScreenOrientation|Selection|ServiceWorker\w*|ShadowRoot|StorageManager|SubtleCrypto|URL|URLSearchParams|Window|WorkerGlobalScope)$/;

interface Known {
  readonly globals: ReadonlyMap<string, boolean>;
  /** `Object.groupBy` */
  readonly statics: ReadonlyMap<string, boolean>;
  /**
   * Method names, with whether any owner of the name is old enough. Properties are left out: a missing one
   * reads as undefined and breaks nothing.
   */
  readonly members: ReadonlyMap<string, boolean>;
}

const parts = (version: string) => version.replace("≤", "").split(".").map(Number);
function isUpTo(version: string, floor: string): boolean {
  const [a, b] = [parts(version), parts(floor)];
  return a[0]! < b[0]! || (a[0] === b[0] && (a[1] ?? 0) <= (b[1] ?? 0));
}

function isOldEnough({ support }: CompatStatement): boolean {
  return Object.entries(FLOOR).every(([browser, floor]) => {
    const told = support[browser as keyof typeof FLOOR];
    if (!told) return true;
    const statements: SimpleSupportStatement[] = Array.isArray(told) ? told : [told];
    return statements.some(
      ({ version_added: added, version_removed: removed, flags, prefix, alternative_name: other }) =>
        typeof added === "string" &&
        added !== "preview" &&
        !flags &&
        !prefix &&
        !other &&
        isUpTo(added, floor) &&
        !(typeof removed === "string" && isUpTo(removed, floor)),
    );
  });
}

function readTables(): Known {
  const [globals, statics, members] = [
    new Map<string, boolean>(),
    new Map<string, boolean>(),
    new Map<string, boolean>(),
  ];
  const note = (map: Map<string, boolean>, name: string, isOld: boolean) =>
    map.set(name, (map.get(name) ?? false) || isOld);
  const language = compatibility.javascript.builtins!;
  for (const [root, group] of [
    ["language", language],
    ["dom", compatibility.api],
  ] as const)
    for (const [owner, entry] of Object.entries(group as Record<string, Identifier>)) {
      if (owner === "__compat") continue;
      if (entry.__compat) note(globals, owner, isOldEnough(entry.__compat));
      for (const [name, one] of Object.entries(entry as Record<string, Identifier>)) {
        if (name === "__compat" || !one.__compat) continue;
        const isOld = isOldEnough(one.__compat);
        const bare = name.replace(/_static$|_event$/, "");
        if (owner === "Window" || owner === "WorkerGlobalScope") note(globals, bare, isOld);
        if (name.endsWith("_static") || root === "language") note(statics, `${owner}.${bare}`, isOld);
        // An old owner in any interface makes a name ambiguous; a new one only counts if we would call it.
        if (name.endsWith("_static")) continue;
        if (root === "language" || isOld || DOM.test(owner)) note(members, bare, isOld);
      }
    }
  return { globals, statics, members };
}

let known: Known | undefined;

interface Node {
  readonly type: string;
  readonly name?: string;
  readonly computed?: boolean;
  readonly shorthand?: boolean;
  readonly optional?: boolean;
  readonly object?: Node;
  readonly property?: Node;
  readonly [key: string]: unknown;
}

function walk(
  node: Node,
  see: (node: Node, parent: Node | null, key: string) => void,
  parent: Node | null = null,
  at = "",
): void {
  see(node, parent, at);
  for (const [key, value] of Object.entries(node))
    for (const one of Array.isArray(value) ? value : [value])
      if (typeof one === "object" && one !== null && typeof (one as Node).type === "string")
        walk(one as Node, see, node, key);
}

const isFunction = ({ type }: Node) => /Function/.test(type);

/** Whether an identifier is a declaration's or a property's name. */
function isNoReference({ type, computed, shorthand }: Node, key: string): "declared" | "property" | null {
  if (type === "MemberExpression" && key === "property" && !computed) return "property";
  if (
    /^(Property|MethodDefinition|PropertyDefinition)$/.test(type) &&
    key === "key" &&
    !computed &&
    !shorthand
  )
    return "property";
  if ((/Function|Class/.test(type) && key === "id") || (isFunction({ type }) && key === "params"))
    return "declared";
  return (type === "VariableDeclarator" && key === "id") || /^Import\w*Specifier$/.test(type)
    ? "declared"
    : null;
}

/**
 * What a script uses that a browser at the floor may lack, each once: `Temporal`, `Map.groupBy`,
 * `.toWellFormed()`. Calls by `?.` and names in `typeof` are guarded and left out.
 */
export function newerThanFloor(code: string): string[] {
  const { globals, statics, members } = (known ??= readTables());
  const { program } = parseSync("script.js", code, { sourceType: "module" });
  const [declared, named, found] = [new Set<string>(), new Set<string>(), new Set<string>()];
  walk(program as unknown as Node, (node, parent, key) => {
    if (node.type === "Identifier" && parent) {
      const instead = isNoReference(parent, key);
      if (instead === "declared") declared.add(node.name!);
      else if (!instead && !(parent.type === "UnaryExpression" && parent["operator"] === "typeof"))
        named.add(node.name!);
    }
    if (node.type !== "MemberExpression" || node.computed) return;
    const [owner, name] = [node.object?.name ?? "", node.property?.name ?? ""];
    if (node.optional || (parent?.type === "CallExpression" && parent.optional && key === "callee")) return;
    if (statics.has(`${owner}.${name}`)) {
      if (!statics.get(`${owner}.${name}`)) found.add(`${owner}.${name}`);
    } else if (/^(window|globalThis|self)$/.test(owner)) {
      if (globals.get(name) === false) named.add(name);
    } else if (parent?.type === "CallExpression" && key === "callee" && members.get(name) === false)
      found.add(`.${name}()`);
  });
  for (const name of named) if (!declared.has(name) && globals.get(name) === false) found.add(name);
  return [...found].toSorted();
}
