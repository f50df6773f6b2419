CREATE TABLE "request_files" (
	"request_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "request_files_request_id_file_id_pk" PRIMARY KEY("request_id","file_id")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "request_files" ADD CONSTRAINT "request_files_request_id_simulation_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."simulation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_files" ADD CONSTRAINT "request_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "request_files_file" ON "request_files" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "simulation_requests_newest" ON "simulation_requests" USING btree ("created","id");--> statement-breakpoint
INSERT INTO "request_files" ("request_id", "file_id")
SELECT "request"."id", "file"."id"
FROM "simulation_requests" AS "request"
JOIN "files" AS "file" ON "file"."project_id" = "request"."project_id"
WHERE "file"."id"::text IN ("request"."layout" ->> 'id', "request"."stackup" ->> 'id', "request"."material" ->> 'id')
  OR ("request"."status" = 'delivered' AND "file"."folder" = 'reports');
--> statement-breakpoint
DELETE FROM "file_shares" WHERE "file_id" IN (
  SELECT "file"."id" FROM "files" AS "file"
  JOIN "projects" AS "project" ON "project"."id" = "file"."project_id"
  WHERE "project"."is_private"
);
