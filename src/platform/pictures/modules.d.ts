declare module "heic-decode" {
  /** The first picture of a HEIC file. */
  export default function decode(options: {
    buffer: Uint8Array;
  }): Promise<{ width: number; height: number; data: Uint8ClampedArray }>;
}
