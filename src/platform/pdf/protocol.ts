/** What the pool sends to a renderer process. Travels by structured clone, so bytes stay bytes. */
export interface FileOnDisk {
  path: string;
  /**
   * A JPEG that is put into the finished PDF as it is: the compiler sees its shape alone, so that hundreds of
   * them cost no memory.
   */
  isPhoto?: boolean;
}

export interface RenderTask {
  id: number;
  output: "pdf" | "svg";
  /** Path of the `.typ` file inside `src/`. */
  template: string;
  /** The data as JSON: Typst reads it as a value, so nothing in it can become markup. */
  json: string;
  /** Seconds since 1970, written into the file as its creation date. */
  createdAt: number;
  /** Pictures and other files, by the name the template uses: `image("/files/{name}")`. */
  files: readonly (readonly [name: string, content: Uint8Array | FileOnDisk])[];
}

/** What a renderer process answers. `bytes` is the PDF, or the SVG as UTF-8. */
export type RenderReply = { id: number; bytes: Uint8Array } | { id: number; problem: string };
