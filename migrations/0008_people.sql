ALTER TABLE "leads_imports" ADD COLUMN "quoting" text DEFAULT 'double' NOT NULL;--> statement-breakpoint
ALTER TABLE "leads_imports" ADD COLUMN "title_rows" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "leads_imports" ADD COLUMN "shown" jsonb;--> statement-breakpoint
ALTER TABLE "leads_imports" ADD COLUMN "opted_out" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "searched" text GENERATED ALWAYS AS (translate(replace(lower(regexp_replace(normalize(name || ' ' || email, NFKD), '[̀-ͯ''’‘ʼ`´]', '', 'g')), 'ß', 'ss'), 'øłđðħı', 'olddhi')) STORED;