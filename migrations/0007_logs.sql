ALTER TABLE "reports" ADD COLUMN "shape" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "company" uuid;--> statement-breakpoint
ALTER TABLE "reports_schedules" ADD COLUMN "shape" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "reports_schedules" ADD COLUMN "company" uuid;