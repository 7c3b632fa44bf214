/**
 * How V8 is told to run the product, each by what a page costs (bench/account.ts):
 * - what a request leaves behind is gone before the room for it is full, and is swept by the thread that made
 * it: helpers on other cores
 *   take more time to agree than they save, a sixth of a page;
 * - what is kept is looked through again once it is two and a half times as much. By itself V8 did so every
 * second under load, at a seventh
 *   of a page, and held more memory, as it looked before what was under way had ended.
 * @type {readonly string[]}
 */
export const PRODUCT_FLAGS = [
  "--single-threaded-gc",
  "--max-semi-space-size=32",
  "--heap-growing-percent=150",
];

/**
 * What the C library is told: two stocks of memory instead of eight for each processor. Threads that draw
 * photos leave each of them full of gaps, which was 70 of the 720 MB that a report of 200 photos took
 * (bench/report.ts).
 * @type {Readonly<Record<string, string>>}
 */
export const PRODUCT_ENV = { MALLOC_ARENA_MAX: "2" };
