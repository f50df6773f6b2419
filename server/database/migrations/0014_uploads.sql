CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"uploaded_by" text NOT NULL,
	"name" text NOT NULL,
	"size" bigint NOT NULL,
	"type" text,
	"modified_at" timestamp (3) with time zone,
	"replaces" uuid,
	"metadata_header" text NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"multipart_id" text,
	"held_by" uuid,
	"held_until" timestamp (3) with time zone,
	"reserved_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uploads_project" ON "uploads" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "uploads_person" ON "uploads" USING btree ("uploaded_by");