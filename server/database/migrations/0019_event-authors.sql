ALTER TABLE "live_events" ADD COLUMN "author" text DEFAULT '' NOT NULL;--> statement-breakpoint
-- As in 0015, with the author, whom the server sets for the transaction.
CREATE OR REPLACE FUNCTION "note_change"("of_kind" text, "about" uuid, "in_project" uuid, "for_person" text, "is_open" boolean)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  "written" "live_events";
BEGIN
  INSERT INTO "live_events" ("transaction", "kind", "subject", "person", "project_id", "open", "position", "author")
  VALUES (
    pg_current_xact_id()::text::bigint, "of_kind", "about", "for_person", "in_project", coalesce("is_open", false),
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint, coalesce(current_setting('live.author', true), '')
  )
  ON CONFLICT DO NOTHING RETURNING * INTO "written";
  IF "written"."kind" IS NOT NULL THEN
    PERFORM pg_notify('live', json_build_object(
      'kind', "written"."kind", 'subject', "written"."subject", 'person', "written"."person",
      'projectId', "written"."project_id", 'open', "written"."open", 'position', "written"."position", 'at', "written"."at",
      'author', "written"."author"
    )::text);
  END IF;
END
$$;
