/** Messages from the pool to a renderer process. Sent by structured clone, so bytes stay bytes. */
export interface FileOnDisk {
  path: string;
  /**
   * A JPEG that is copied into the finished PDF: the compiler gets only its shape, so that hundreds of them
   * cost no memory.
   */
  isPhoto?: boolean;
}

export interface RenderTask {
  id: number;
  output: "pdf" | "svg" | "webp" | "png" | "jpeg";
  /** Of a picture, in pixels. */
  width?: number | undefined;
  /** Path of the `.typ` file inside `src/`. */
  template: string;
  /** The data as JSON: Typst reads it as a value, so nothing in it can become markup. */
  json: string;
  /** Creation date in the file, in seconds since 1970. */
  createdAt: number;
  /** Pictures and other files, by the name the template uses: `image("/files/{name}")`. */
  files: readonly (readonly [name: string, content: Uint8Array | FileOnDisk])[];
}

/** A renderer's reply. `bytes` is the PDF, or the SVG as UTF-8. */
export type RenderReply = { id: number; bytes: Uint8Array } | { id: number; problem: string };
