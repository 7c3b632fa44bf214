/**
 * Whether an address is a field screen, which the worker answers from its cache. Repeated in `routes.ts`
 * for the server.
 */
export const isFieldPath = (pathname: string): boolean =>
  /^\/account\/(?:jobs?|prices)(?:\/|$)/.test(pathname);

/** The document of field screens that devices cache. */
export const SHELL = "/account/field/shell";
/** Who is signed in, asked by a device. */
export const ME = "/account/field/me";

/** The page's message to a waiting worker: switch to the new version now. */
export const TAKE_OVER = "take over";
