CREATE TABLE "request_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"side" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"author_id" text NOT NULL,
	"author_name" text NOT NULL,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"answers" uuid,
	"answered_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "simulation_requests" ADD COLUMN "waiting_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "request_messages" ADD CONSTRAINT "request_messages_request_id_simulation_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."simulation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_messages_newest" ON "request_messages" USING btree ("request_id","created","id");--> statement-breakpoint
CREATE INDEX "request_messages_author" ON "request_messages" USING btree ("author_id");--> statement-breakpoint
CREATE FUNCTION "note_message"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change(
    'request', NEW."request_id", NEW."project_id", '',
    (SELECT NOT "is_private" FROM "projects" WHERE "projects"."id" = NEW."project_id")
  );
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "message_noted" AFTER INSERT ON "request_messages" FOR EACH ROW EXECUTE FUNCTION "note_message"();
