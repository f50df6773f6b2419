INSERT INTO "file_types" ("id", "name") VALUES (6, 'model');
--> statement-breakpoint
UPDATE "files" SET "type_id" = 6, "proposed_type" = 'model'
WHERE "type_id" = 3 AND "proposed_type" = 'material'
  AND lower("name") ~ '\.(s\d+p|ts|ibs|ami|cir|ckt|sp|spi|spice|lib|mod)$';
