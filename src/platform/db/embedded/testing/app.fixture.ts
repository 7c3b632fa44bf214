// A stand-in for the product, for tests that kill it: `node app.fixture.ts DATA_DIR`. Prints one JSON object
// per line.
import { startEmbedded } from "../start.ts";

const print = (word: object) => process.stdout.write(`${JSON.stringify(word)}\n`);

process.on("SIGTERM", () => {});
setInterval(() => {}, 60_000);

try {
  const server = await startEmbedded({
    dataDir: process.argv[2] ?? "",
    announce: (line) => print({ announce: line }),
    onUnexpectedExit: (why) => print({ unexpected: why }),
  });
  process.once("SIGTERM", () => void server.stop().then(() => process.exit(0)));
  print({ ready: true, pid: process.pid, owner: server.owner, notes: server.notes });
} catch (error) {
  print({ failed: (error as Error).message, kind: (error as Error).name });
  process.exit(1);
}
