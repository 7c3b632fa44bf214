/**
 * Whether an address is a field screen: the worker answers it from the device. Written again in `routes.ts`
 * for the server.
 */
export const isFieldPath = (pathname: string): boolean => /^\/account\/jobs?(?:\/|$)/.test(pathname);

/** The document of field screens as a device keeps it. */
export const SHELL = "/account/field/shell";
/** Who is signed in, for a device. */
export const ME = "/account/field/me";

/** What a page says to a worker that waits: the person wants the new version now. */
export const TAKE_OVER = "take over";
