// One line per feature or platform part with tables: the input for generated migrations. Tables of tools are
// found by their path (drizzle.config.ts).
export * from "#faces/api/tables.server.ts";
export * from "#ground/businesses/tables.server.ts";
export * from "#trade/drips/tables.server.ts";
export * from "#ground/due/tables.server.ts";
export * from "#ground/events/tables.server.ts";
export * from "#ground/evidence/tables.server.ts";
export * from "#ground/identity/tables.server.ts";
export * from "#trade/jobs/tables.server.ts";
export * from "#trade/leads/import/tables.server.ts";
export * from "#trade/leads/tables.server.ts";
export * from "#trade/magnets/tables.server.ts";
export * from "#ground/media/tables.server.ts";
export * from "#faces/operator/tables.server.ts";
export * from "#ground/papers/tables.server.ts";
export * from "#faces/pipeline/tables.server.ts";
export * from "#trade/reports/tables.server.ts";
export * from "#trade/sequences/tables.server.ts";
export * from "#ground/shares/tables.server.ts";
export * from "#ground/signatures/tables.server.ts";
export * from "#faces/site/tables.server.ts";
export * from "#ground/sync/tables.server.ts";
export * from "#ground/worklist/tables.server.ts";
export * from "#platform/mail/tables.server.ts";
export * from "#platform/sms/tables.server.ts";
