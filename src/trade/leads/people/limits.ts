/** Rows of addresses or numbers that one form may list. Apart from the schema, which browsers don't load. */
export const MOST_ADDRESSES = 10;
