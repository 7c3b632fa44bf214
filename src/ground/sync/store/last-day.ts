import type { Store } from "./store.ts";

/** Saves what the server said of a person's day, which isn't made of records; sign-out deletes it. */
export const saveDay = (store: Store, day: unknown): Promise<void> => store.tables.saveSetting("day", day);

/** What was saved last; null for nothing. Another version may have saved it. */
export const lastDay = (store: Store): Promise<unknown> => store.tables.loadSetting("day", null);
