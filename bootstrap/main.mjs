// What the bootstrap runs with the pinned Node: the built product. Kept apart from the bundle so that
// importing the bundle starts nothing.
import { enableCompileCache } from "node:module";
import path from "node:path";

// What V8 makes of the bundle is kept beside it, written when the first process ends. Checked against the
// bundle's text and V8's version; where it may not be written it is done without.
enableCompileCache(path.join(import.meta.dirname, "../build/compiled"));
const { run } = await import("../build/server/index.js");
await run(process.argv.slice(2));
