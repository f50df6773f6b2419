ALTER TABLE "simulation_requests" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
-- Ten working days are two weeks. The requests of sample projects have no date.
UPDATE "simulation_requests" SET "due_at" = "paid_at" + interval '14 days' WHERE "paid_at" IS NOT NULL AND "number" IS NOT NULL;
