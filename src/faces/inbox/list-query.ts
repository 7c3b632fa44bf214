/**
 * The query of the inbox's list, without `?`; empty for people waiting, newest first.
 * @param all everyone who wrote instead
 * @param after cursor of the previous page
 */
export const inboxQuery = (all: boolean, after: string | null): string =>
  new URLSearchParams({ ...(all ? { show: "all" } : {}), ...(after ? { after } : {}) }).toString();
