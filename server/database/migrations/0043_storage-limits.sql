ALTER TABLE "projects" ADD COLUMN "storage_limit_bytes" bigint;--> statement-breakpoint
-- The staff follow requests, not projects: their open tabs learn of a changed limit from the paid requests of the project.
CREATE FUNCTION "note_storage_limit"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change('request', "requests"."id", NEW."id", '', NOT NEW."is_private")
  FROM "simulation_requests" AS "requests"
  WHERE "requests"."project_id" = NEW."id" AND "requests"."status" IN ('paid', 'in progress', 'delivered');
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "storage_limit_noted" AFTER UPDATE OF "storage_limit_bytes" ON "projects"
FOR EACH ROW WHEN (OLD."storage_limit_bytes" IS DISTINCT FROM NEW."storage_limit_bytes") EXECUTE FUNCTION "note_storage_limit"();
