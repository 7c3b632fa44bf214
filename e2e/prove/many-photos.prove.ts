// The long form of e2e/logs-many.e2e.ts: 500 photos at once. The journey reads this when it is loaded.
process.env["MANY_PHOTOS"] ??= "500";
await import("../logs-many.e2e.ts");

export {};
