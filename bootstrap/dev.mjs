// Hot reload: Vite inside the product's own server, so that headers, limits and the database are those of a real start.
import { createServer } from "vite";

const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
const { runDev } = await vite.ssrLoadModule("/src/main.ts");
await runDev({ vite });
