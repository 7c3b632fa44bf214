let loading: Promise<typeof import("sharp").default> | undefined;

/** The library for pictures, loaded by the first one: most installations see few, and it is 25 MB. */
export function library() {
  loading ??= import("sharp").then(({ default: sharp }) => {
    // libvips can read PDF, SVG, TIFF and more, from files too. Of all that, five kinds from memory are
    // wanted; of HEIC the head alone.
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({
      operation: [
        "VipsForeignLoadPngBuffer",
        "VipsForeignLoadJpegBuffer",
        "VipsForeignLoadWebpBuffer",
        "VipsForeignLoadHeifBuffer",
        "VipsForeignLoadNsgifBuffer",
      ],
    });
    // One picture at a time may use one core, and nothing of it stays behind.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loading;
}
