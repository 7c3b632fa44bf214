import {
  AnnotationMode,
  getDocument,
  GlobalWorkerOptions,
  PasswordException,
  PDFWorker,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import { fetchFile, workers } from "./files.ts";
import { type OpenPdf, UnreadablePdf } from "./open-pdf.ts";

interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
}

/** Only for the two addresses of our own build. */
const policy = (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy("pdf-pages", {
  createScriptURL: (only) => only,
});
const startWorker = (address: string): Worker =>
  new Worker(policy ? policy.createScriptURL(address) : address, { type: "module" });

class NotLoaded extends Error {}

/** The library asks for its files by name. */
class Files {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    return await fetchFile(filename);
  }
}

/** Opens a PDF. @throws {UnreadablePdf} @throws {Error} if what reads it isn't on this device */
export async function readPdf(file: Blob): Promise<OpenPdf> {
  const ports = [startWorker(workers.worker), startWorker(workers.renderer)];
  GlobalWorkerOptions.rendererPorts = ports.slice(1);
  const worker = PDFWorker.create({ port: ports[0]! });
  const loading = getDocument({
    data: new Uint8Array(await file.arrayBuffer()),
    worker,
    BinaryDataFactory: Files,
    useWorkerFetch: false,
    enableXfa: false,
    verbosity: 0,
  });
  const close = async () => {
    await loading.destroy().catch(() => undefined);
    for (const port of ports) port.terminate();
  };
  // Without a signal before its first use, the worker doesn't load, and the library would wait forever.
  const unloaded = new Promise<never>((_, reject) =>
    ports[0]!.addEventListener("error", () => reject(new NotLoaded()), { once: true }),
  );
  try {
    const pdf = await Promise.race([loading.promise, unloaded]);
    return {
      count: pdf.numPages,
      async draw(number, scaleOf) {
        const page = await pdf.getPage(number);
        const scale = scaleOf(page.getViewport({ scale: 1 }));
        const viewport = page.getViewport({ scale });
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [
          Math.max(1, Math.round(viewport.width)),
          Math.max(1, Math.round(viewport.height)),
        ];
        try {
          // `print` draws without waiting for frames, which a page in the background doesn't get.
          await page.render({
            canvas,
            viewport,
            intent: "print",
            annotationMode: AnnotationMode.ENABLE,
            background: "#ffffff",
          }).promise;
        } finally {
          page.cleanup();
        }
        return canvas;
      },
      async text(number) {
        const { items } = await (await pdf.getPage(number)).getTextContent();
        return items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
      },
      async size(number) {
        const { width, height } = (await pdf.getPage(number)).getViewport({ scale: 1 });
        return { width, height };
      },
      close,
    };
  } catch (error) {
    await close();
    if (error instanceof NotLoaded) throw error;
    throw new UnreadablePdf(error instanceof PasswordException ? "password" : "damaged", error);
  }
}
