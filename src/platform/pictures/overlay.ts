import type { DocumentRequest } from "../pdf/render.server.ts";
import type { Region } from "./mosaic.ts";

/** What is burned into a picture before it is encoded. */
export interface Overlay {
  /** Of everything in it: the same digest gives the same picture. */
  readonly digest: string;
  /** Their pixels are removed. */
  readonly regions: readonly Region[];
  /** A page of this size in points with nothing behind it, to lay over the picture; null for none. */
  layer(width: number, height: number): DocumentRequest | null;
}
