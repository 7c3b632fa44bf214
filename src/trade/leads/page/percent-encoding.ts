/**
 * The query of an address with percent signs that are no UTF-8 as UTF-8: `caf%E9`, as links of older programs
 * write it, becomes `caf%C3%A9`. Everything else stays as it is.
 */
export const withUtf8 = (query: string): string =>
  query.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      decodeURIComponent(run);
      return run;
    } catch {
      return run.replace(/%([89a-f][0-9a-f])/gi, (_, hex: string) =>
        encodeURIComponent(String.fromCharCode(parseInt(hex, 16))),
      );
    }
  });
