/**
 * Rewrites percent escapes that are not valid UTF-8 as UTF-8: `caf%E9` from old programs becomes `caf%C3%A9`.
 * Leaves everything else unchanged.
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
