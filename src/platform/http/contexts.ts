import { createContext } from "react-router";

/** The nonce of this response's Content-Security-Policy; empty for prerendered pages, which use hashes. */
export const nonceContext = createContext<string>("");

/** Identifies one request in the logs and on the error page. */
export const requestIdContext = createContext<string>("");

/** The caller's network address, after TRUST_PROXY was applied. */
export const clientAddressContext = createContext<string>("");

/**
 * Whether the request came directly from this machine without a proxy: limits per address do not apply to it.
 */
export const directLoopbackContext = createContext<boolean>(false);

/** An error thrown by a loader or action that has no status of its own; null without an error. */
export const failureContext = createContext<unknown>(null);
