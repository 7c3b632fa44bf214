import { startEmbedded } from "../../src/platform/db/embedded/start.ts";

// A PostgreSQL server outside any product: its own process, with its folder as the argument. Reports its
// address when ready. It gets killed like any other server, so it does nothing else.
const server = await startEmbedded({ dataDir: process.argv[2]! });
process.send?.(server.owner);
const stop = () => void server.stop().then(() => process.exit(0));
process.once("SIGTERM", stop);
// The parent process is gone.
process.once("disconnect", stop);
