/**
 * V8 flags for the product, chosen by what a page costs (bench/account.ts):
 * - collect short-lived objects early, on the main thread: helper threads spend more time on coordination
 *   than they save, a sixth of a page;
 * - collect the old space only after it grew two and a half times. By default V8 did so every second under
 *   load, at a seventh of a page, and held more memory, since requests in progress were still alive.
 * @type {readonly string[]}
 */
export const PRODUCT_FLAGS = [
  "--single-threaded-gc",
  "--max-semi-space-size=32",
  "--heap-growing-percent=150",
];

/**
 * Two malloc arenas instead of eight per processor. Threads that draw photos fragment each arena, which took
 * 70 of the 720 MB for a report of 200 photos (bench/report.ts).
 * @type {Readonly<Record<string, string>>}
 */
export const PRODUCT_ENV = { MALLOC_ARENA_MAX: "2" };
