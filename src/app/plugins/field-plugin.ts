import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import { build, type Plugin, type Rolldown } from "vite";
import { BROWSERS } from "./browsers.ts";

// Builds the field app, which works without a signal. It has a build of its own so that its files are known
// in full: its own chunks, and the worker that caches all of them on the device.

const ENTRY = "src/app/entry.field.tsx";
const WORKER = "src/faces/field/field.worker.ts";
const BASE = "/field/";
/**
 * The screens that usually open first. Preloading them lets a cold start request everything at once
 * instead of chunk by chunk.
 */
const FIRST = /\/trade\/jobs\/(?:list|job)\.tsx$/;
/** Tells a browser too old for the entry what to update. It is not built, because it has to run there. */
const FLOOR = "src/platform/newer/browser-floor.js";
/** Chunks that only browsers without newer features need (platform/newer). */
const BROUGHT = /\/platform\/newer\/(temporal|builtins)\.ts$/;
/** What reads PDFs (platform/pdf-pages), stored when somebody opens the plans of a job. */
const PDF = /\/platform\/pdf-pages\/read-pdf\.ts$/;
const PDF_FILE = /\.(?:mjs|wasm|pfb)$/;
const WORKER_FILE = "account/field-worker.js";
/** The server's answer at the addresses of field screens (`faces/field/shell.ts`). */
const SHELL = "virtual:field-shell";

interface FieldApp {
  /** By path from the root of the site. */
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly shell: string;
}

const digest = (source: string | Uint8Array) => createHash("sha256").update(source).digest("base64");

/** @param isDevelopment uses names without hashes, so that an open page finds its chunks after a change */
async function buildField(root: string, isDevelopment: boolean): Promise<FieldApp> {
  const name = isDevelopment ? "assets/[name]" : "assets/[name]-[hash]";
  const app = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    base: BASE,
    plugins: [tailwindcss()],
    build: {
      write: false,
      target: BROWSERS,
      assetsInlineLimit: 0,
      // Every chunk is on the device before it is requested.
      modulePreload: false,
      rolldownOptions: {
        input: path.join(root, ENTRY),
        output: {
          entryFileNames: `${name}.js`,
          chunkFileNames: `${name}.js`,
          assetFileNames: `${name}[extname]`,
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  const files = new Map<string, string | Uint8Array>();
  for (const one of app.output)
    files.set(`${BASE.slice(1)}${one.fileName}`, one.type === "chunk" ? one.code : one.source);
  const floorCode = await readFile(path.join(root, FLOOR), "utf8");
  const floor = `${BASE}assets/floor${isDevelopment ? "" : `-${createHash("sha256").update(floorCode).digest("hex").slice(0, 8)}`}.js`;
  files.set(floor.slice(1), floorCode);
  const entry = app.output[0].fileName;
  const styles = [...files.keys()].filter((file) => file.endsWith(".css"));
  const fonts = [...files.keys()].filter((file) => /(?:archivo|public-sans)[\w-]*\.woff2$/.test(file));
  const brought = broughtPieces(app.output);
  const listed = [...files].map(([file, source]) => ({
    url: `/${file}`,
    integrity: `sha256-${digest(source)}`,
    ...(brought.has(file) ? { piece: brought.get(file) } : {}),
  }));
  const version = createHash("sha256").update(JSON.stringify(listed)).digest("hex").slice(0, 16);
  const shell = shellOf({
    version,
    floor,
    entry: `${BASE}${entry}`,
    styles,
    fonts,
    ahead: piecesAhead(app.output).map((file) => `${BASE}${file}`),
  });
  files.set(WORKER_FILE, await buildWorker(root, { version, files: listed }));
  return { files, shell };
}

/**
 * The files that most devices never need, with the name of each piece.
 * @throws Error when the build made no such chunk
 */
function broughtPieces(output: Rolldown.RolldownOutput["output"]): Map<string, string> {
  const found = new Map<string, string>();
  for (const one of output) {
    const chunk = one.type === "chunk" ? (one.facadeModuleId ?? "") : "";
    const name =
      BROUGHT.exec(chunk)?.[1] ?? (PDF.test(chunk) || PDF_FILE.test(one.fileName) ? "pdf" : undefined);
    if (name) found.set(`${BASE.slice(1)}${one.fileName}`, name);
  }
  if (new Set(found.values()).size !== 3) throw new Error("the field build has lost a piece");
  return found;
}

/** All chunks that the entry and the first screens import, without the entry itself. */
function piecesAhead(output: Rolldown.RolldownOutput["output"]): string[] {
  const pieces = new Map(
    output.flatMap((one) => (one.type === "chunk" ? [[one.fileName, one] as const] : [])),
  );
  const found = new Set<string>();
  const follow = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const next of pieces.get(file)?.imports ?? []) follow(next);
  };
  follow(output[0].fileName);
  for (const { fileName, facadeModuleId } of pieces.values())
    if (FIRST.test(facadeModuleId ?? "")) follow(fileName);
  return [...found].slice(1);
}

/**
 * The document of every field screen. Devices cache it, so it contains no personal data. The server fills
 * in the name of the business.
 */
function shellOf({
  version,
  floor,
  entry,
  styles,
  fonts,
  ahead,
}: Record<"version" | "floor" | "entry", string> & Record<"styles" | "fonts" | "ahead", string[]>): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="application-name" content="__BRAND__"><meta name="robots" content="noindex">',
    `<meta name="field-version" content="${version}"><title>Jobs</title>`,
    ...fonts.map((file) => `<link rel="preload" href="/${file}" as="font" type="font/woff2" crossorigin>`),
    ...styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...ahead.map((file) => `<link rel="modulepreload" href="${file}">`),
    '<meta name="theme-color" content="#f6f3ec" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#1a2028" media="(prefers-color-scheme: dark)">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/account/manifest.webmanifest">',
    `<script defer src="${floor}"></script>`,
    `<script type="module" src="${entry}"></script></head><body><div id="field"></div>`,
    "<noscript><p>This page saves your work on this device so it works without a signal. It needs JavaScript.</p></noscript>",
    "</body></html>",
  ].join("\n");
}

/**
 * Builds the worker as one file without chunks: browsers compare it byte by byte to detect a new version.
 */
async function buildWorker(root: string, precache: object): Promise<string> {
  const built = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    define: { __PRECACHE__: JSON.stringify(precache) },
    build: {
      write: false,
      target: BROWSERS,
      modulePreload: false,
      rolldownOptions: {
        input: path.join(root, WORKER),
        output: { format: "iife", entryFileNames: "field-worker.js" },
      },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

/**
 * Adds the field app to the client's build, passes its document to the server, and serves both during
 * development.
 */
export function field(): Plugin {
  let root = "";
  let isDevelopment = false;
  let made: Promise<FieldApp> | undefined;
  const make = () => (made ??= buildField(root, isDevelopment));
  return {
    name: "plumbline:field",
    sharedDuringBuild: true,
    configResolved(config) {
      root = config.root;
      isDevelopment = config.command === "serve";
    },
    resolveId: (id) => (id === SHELL ? `\0${SHELL}` : undefined),
    load: async (id) =>
      id === `\0${SHELL}` ? `export const shell = ${JSON.stringify((await make()).shell)};` : undefined,
    async generateBundle() {
      if (this.environment.name !== "client") return;
      for (const [fileName, source] of (await make()).files)
        this.emitFile({ type: "asset", fileName, source });
    },
    configureServer(server) {
      server.watcher.on("all", (_, file) => {
        if (/\.(?:tsx?|css|json)$/.test(file)) made = undefined;
      });
      server.middlewares.use((request, response, next) => {
        const file = request.url?.split("?")[0]?.slice(1) ?? "";
        if (!file.startsWith(BASE.slice(1))) return next();
        make().then(({ files }) => {
          const source = files.get(file);
          if (source === undefined) return next();
          const type = { css: "text/css", js: "text/javascript", woff2: "font/woff2" }[
            file.split(".").at(-1)!
          ];
          response
            .writeHead(200, {
              "Content-Type": type ?? "application/octet-stream",
              "Cache-Control": "no-store",
            })
            .end(source);
        }, next);
      });
    },
  };
}
