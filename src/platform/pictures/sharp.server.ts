let loading: Promise<typeof import("sharp").default> | undefined;

/** The picture library, loaded on first use: most installations see few pictures, and it takes 25 MB. */
export function library() {
  loading ??= import("sharp").then(({ default: sharp }) => {
    // libvips can read PDF, SVG, TIFF and more, from files too. Allow only five types from memory, and of
    // HEIC only the header.
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
    // One picture uses one core at a time, and nothing is cached.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loading;
}
