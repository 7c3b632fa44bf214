// What the bootstrap runs with the pinned Node: the built product. Kept apart from the bundle so that importing the bundle starts nothing.
const { run } = await import("../build/server/index.js");
await run(process.argv.slice(2));
