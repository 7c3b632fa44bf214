import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "../embedded/start.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The run's PostgreSQL server, as its owner. */
    databaseServer: { host: string; port: number; user: string };
  }
}

/** One embedded server per run; test files clone their databases from one template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-test-"));
  // Started as root, the server runs as another user; if that user could not enter the folder, the files
  // would move elsewhere.
  await chmod(folder, 0o711);
  const server = await startEmbedded({ dataDir: folder });
  const { host, port, user } = server.owner;
  project.provide("databaseServer", { host, port, user });
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
