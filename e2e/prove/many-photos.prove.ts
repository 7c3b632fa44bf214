// The long form of e2e/logs-many.e2e.ts: 500 photos at once. The journey asks how many when it is read.
process.env["MANY_PHOTOS"] ??= "500";
await import("../logs-many.e2e.ts");

export {};
