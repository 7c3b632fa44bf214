import { PREPARED_DATA, removeData, startProduct, tempFolder } from "./product.ts";

/**
 * The global setup of the journeys: a product's first start makes its database and runs every migration,
 * which takes seconds. One does so here, and the others begin with a copy. Runs once, though each project of
 * the run names it.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[PREPARED_DATA]) return undefined;
  const folder = await tempFolder("prepared");
  const product = await startProduct({ DATA_DIR: folder });
  await product.stop();
  process.env[PREPARED_DATA] = folder;
  return () => removeData(folder);
}
