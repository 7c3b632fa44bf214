// What `protocol.ts` says too: it brings along its validator, which has no place on a phone. A test holds the two
// together.

export const WIRE_VERSION = 1;
export const MOST_COMMANDS = 100;
export const MOST_COMMAND_BYTES = 64 * 1024;

/** Bytes of one request of commands, well below what a proxy lets through. */
export const MOST_REQUEST_BYTES = 512 * 1024;
