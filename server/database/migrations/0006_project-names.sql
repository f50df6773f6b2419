ALTER TABLE "projects" ADD COLUMN "name_key" text;--> statement-breakpoint
-- Of projects of one person with the same name, the oldest is the one that has it. The others keep their names without.
UPDATE "projects" SET "name_key" = lower("name")
WHERE "id" IN (
  SELECT DISTINCT ON ("created_by", lower("name")) "id" FROM "projects"
  ORDER BY "created_by", lower("name"), "created", "id"
);--> statement-breakpoint
CREATE UNIQUE INDEX "projects_name" ON "projects" USING btree ("created_by","name_key");--> statement-breakpoint
CREATE INDEX "projects_lower_name" ON "projects" USING btree (lower("name"));
