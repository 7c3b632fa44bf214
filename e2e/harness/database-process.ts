import { startEmbedded } from "../../src/platform/db/embedded/start.ts";

// A PostgreSQL server that belongs to no product: run as a process of its own with its folder as the
// argument. Says where it is reached, once it is. It is killed like any other server, so it does nothing
// else.
const server = await startEmbedded({ dataDir: process.argv[2]! });
process.send?.(server.owner);
const stop = () => void server.stop().then(() => process.exit(0));
process.once("SIGTERM", stop);
// Whoever wanted it is gone.
process.once("disconnect", stop);
