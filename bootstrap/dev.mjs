// Hot reload: Vite inside the product's own server, so that headers, limits and the database are those of a
// real start.
import { createServer } from "vite";

const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
// A Vite server that the React Router plugin keeps for itself would end the process before the product has
// drained.
process.removeAllListeners("SIGTERM");
process.stdin.removeAllListeners("end");
const { runDev } = await vite.ssrLoadModule("/src/app/main.ts");
await runDev({ vite });
