ALTER TABLE "api_deliveries" ADD COLUMN "body" text;--> statement-breakpoint
ALTER TABLE "api_deliveries" ADD COLUMN "took_ms" integer;