ALTER TABLE "notices" ALTER COLUMN "project_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "simulation_requests" ADD COLUMN "project_name" text;--> statement-breakpoint
CREATE INDEX "notices_staff" ON "notices" USING btree ("request_id") WHERE "notices"."project_id" is null;--> statement-breakpoint
CREATE INDEX "simulation_requests_kept" ON "simulation_requests" USING btree ("created_by","created","id") WHERE "simulation_requests"."project_name" is not null;--> statement-breakpoint
CREATE INDEX "users_staff" ON "users" USING btree ("id") WHERE 'staff' = any("users"."roles");--> statement-breakpoint
-- The person who paid for a request finds it after the deletion of its project, under the project's last name.
CREATE FUNCTION "keep_project_name"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "kept_name" text := OLD."name";
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- The deletion was undone.
    IF NEW."deleted_at" IS NULL THEN
      "kept_name" := NULL;
    END IF;
  END IF;
  UPDATE "simulation_requests" SET "project_name" = "kept_name"
  WHERE "project_id" = OLD."id" AND "number" IS NOT NULL AND "project_name" IS DISTINCT FROM "kept_name";
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "project_name_kept" AFTER DELETE OR UPDATE OF "deleted_at" ON "projects"
FOR EACH ROW EXECUTE FUNCTION "keep_project_name"();--> statement-breakpoint
UPDATE "simulation_requests" SET "project_name" = coalesce(
  (SELECT "name" FROM "projects" WHERE "projects"."id" = "simulation_requests"."project_id"), 'Deleted project'
)
WHERE "number" IS NOT NULL AND NOT EXISTS (
  SELECT FROM "projects" WHERE "projects"."id" = "simulation_requests"."project_id" AND "projects"."deleted_at" IS NULL
);--> statement-breakpoint
-- As in 0027. A notice for the staff has no project.
CREATE OR REPLACE FUNCTION "note_notice_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  "about" uuid;
BEGIN
  IF TG_OP = 'DELETE' THEN
    "about" := coalesce(OLD."project_id", OLD."id");
    PERFORM note_change('notices', "about", "about", OLD."person_id", false);
  ELSE
    "about" := coalesce(NEW."project_id", NEW."id");
    PERFORM note_change('notices', "about", "about", NEW."person_id", false);
  END IF;
  RETURN NULL;
END
$$;
