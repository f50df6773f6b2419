CREATE INDEX "simulation_requests_project_newest" ON "simulation_requests" USING btree ("project_id","created","id");--> statement-breakpoint
DROP INDEX "simulation_requests_project";
