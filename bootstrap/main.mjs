// The entry that the bootstrap runs with the pinned Node: the built product. Separate from the bundle so that
// importing the bundle starts nothing.
import { enableCompileCache } from "node:module";
import path from "node:path";

// V8's compile cache goes beside the bundle, written when the first process ends. Node validates it against
// the source and V8's version; if the folder is not writable, there is no cache.
enableCompileCache(path.join(import.meta.dirname, "../build/compiled"));
const { run } = await import("../build/server/index.js");
await run(process.argv.slice(2));
