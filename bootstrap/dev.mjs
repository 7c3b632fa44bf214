// Hot reload: Vite inside the product's server, so that headers, limits and the database work as in
// production.
import { createServer } from "vite";

const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
// React Router's plugin adds a SIGTERM listener for its own Vite server that would end the process before the
// product has drained.
process.removeAllListeners("SIGTERM");
process.stdin.removeAllListeners("end");
const { runDev } = await vite.ssrLoadModule("/src/app/main.ts");
await runDev({ vite });
