// Copies of the limits in `protocol.ts`, which would pull its validator into the phone bundle. A test keeps
// the two equal.

export const WIRE_VERSION = 1;
export const MOST_COMMANDS = 100;
export const MOST_COMMAND_BYTES = 64 * 1024;

/** Largest request body of commands in bytes, well below what proxies allow. */
export const MOST_REQUEST_BYTES = 512 * 1024;
