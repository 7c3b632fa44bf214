/** Pages that are the same for everyone: rendered at build time, served from memory, up even when the database is down. */
export const prerendered = ["/", "/leadMagnet"];
