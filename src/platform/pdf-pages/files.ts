import renderer from "pdfjs-dist/legacy/build/pdf.renderer.min.mjs?url";
import worker from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";

export const workers = { worker, renderer };

/** By name, as the library asks for them. Other fonts are the device's own. */
const data = import.meta.glob<string>(
  [
    "/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm",
    "/node_modules/pdfjs-dist/standard_fonts/Foxit*.pfb",
  ],
  { eager: true, query: "?url", import: "default" },
);
const byName = new Map(Object.entries(data).map(([file, address]) => [file.split("/").at(-1)!, address]));

/** @throws {Error} if there is no such file */
export async function fetchFile(name: string): Promise<Uint8Array> {
  const address = byName.get(name);
  const answer = address === undefined ? undefined : await fetch(address);
  if (!answer?.ok) throw new Error(`no ${name}`);
  return new Uint8Array(await answer.arrayBuffer());
}

export const addresses: readonly string[] = [worker, renderer, ...byName.values()];
