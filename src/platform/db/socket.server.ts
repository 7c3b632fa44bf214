import type { Socket } from "node:net";

/** The socket of a client, for which the driver has no type. */
export const socketOf = (client: { readonly connection?: { readonly stream?: Socket } } | object) =>
  "connection" in client ? client.connection?.stream : undefined;
