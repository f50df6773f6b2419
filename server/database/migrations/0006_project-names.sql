ALTER TABLE "projects" ADD COLUMN "name_key" text;--> statement-breakpoint
-- If several projects of a user have the same name, only the oldest gets the key. The others keep their names
-- without a key.
UPDATE "projects" SET "name_key" = lower("name")
WHERE "id" IN (
  SELECT DISTINCT ON ("created_by", lower("name")) "id" FROM "projects"
  ORDER BY "created_by", lower("name"), "created", "id"
);--> statement-breakpoint
CREATE UNIQUE INDEX "projects_name" ON "projects" USING btree ("created_by","name_key");--> statement-breakpoint
CREATE INDEX "projects_lower_name" ON "projects" USING btree (lower("name"));
