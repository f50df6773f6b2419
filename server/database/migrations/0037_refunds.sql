CREATE TABLE "request_refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"provider_id" text,
	"cents" integer NOT NULL,
	"state" text NOT NULL,
	"rows" jsonb NOT NULL,
	"reason" text,
	"by_id" text,
	"by_name" text,
	"failure" text,
	"created" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "request_refunds_provider_id_unique" UNIQUE("provider_id")
);
--> statement-breakpoint
ALTER TABLE "sandbox_checkouts" ADD COLUMN "refunds" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sandbox_checkouts" ADD COLUMN "dispute" text;--> statement-breakpoint
ALTER TABLE "simulation_requests" ADD COLUMN "refunded_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "simulation_requests" ADD COLUMN "dispute" text;--> statement-breakpoint
ALTER TABLE "request_refunds" ADD CONSTRAINT "request_refunds_request_id_simulation_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."simulation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_refunds_request" ON "request_refunds" USING btree ("request_id","created");--> statement-breakpoint
CREATE INDEX "request_refunds_person" ON "request_refunds" USING btree ("by_id");--> statement-breakpoint
CREATE INDEX "request_refunds_pending" ON "request_refunds" USING btree ("request_id") WHERE "request_refunds"."state" = 'pending';--> statement-breakpoint
CREATE FUNCTION "note_refund"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_change('request', "requests"."id", "requests"."project_id", '', NOT "projects"."is_private")
  FROM "simulation_requests" AS "requests" JOIN "projects" ON "projects"."id" = "requests"."project_id"
  WHERE "requests"."id" = NEW."request_id";
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "refund_noted" AFTER INSERT OR UPDATE ON "request_refunds" FOR EACH ROW EXECUTE FUNCTION "note_refund"();--> statement-breakpoint
CREATE TRIGGER "dispute_noted" AFTER UPDATE OF "dispute" ON "simulation_requests"
FOR EACH ROW WHEN (OLD."dispute" IS DISTINCT FROM NEW."dispute") EXECUTE FUNCTION "note_request_change"();
