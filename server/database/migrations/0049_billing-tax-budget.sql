CREATE TABLE "billing_details" (
	"person_id" text PRIMARY KEY NOT NULL,
	"details" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "budget" integer;--> statement-breakpoint
ALTER TABLE "request_refunds" ADD COLUMN "tax_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "simulation_requests" ADD COLUMN "billing" jsonb;--> statement-breakpoint
ALTER TABLE "simulation_requests" ADD COLUMN "tax" jsonb;--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;