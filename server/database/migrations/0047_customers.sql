ALTER TABLE "users" ADD COLUMN "roles" text[];--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "roles_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "activity_all" ON "activity" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "activity_all_kind" ON "activity" USING btree ("kind","at","id");--> statement-breakpoint
CREATE INDEX "simulation_requests_customer" ON "simulation_requests" USING btree ("created_by","created","id");