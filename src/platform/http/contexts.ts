import { createContext } from "react-router";

/**
 * The nonce of this response's Content-Security-Policy; empty while pages are prerendered, which use hashes.
 */
export const nonceContext = createContext<string>("");

/** Identifies one request in the logs and on the error page. */
export const requestIdContext = createContext<string>("");

/** The caller's network address, after TRUST_PROXY was applied. */
export const clientAddressContext = createContext<string>("");

/**
 * Whether the request came straight from this machine with no proxy between: limits per address do not apply
 * to it.
 */
export const directLoopbackContext = createContext<boolean>(false);

/** What a loader or action threw that knew nothing of statuses; null while all is well. */
export const failureContext = createContext<unknown>(null);
