INSERT INTO "file_types" ("id", "name") VALUES (1, 'layout'), (2, 'stackup'), (3, 'material'), (4, 'report'), (5, 'other');
--> statement-breakpoint
INSERT INTO "prices" ("kind", "name", "unit_price", "position") VALUES
  ('si', 'MIPI-D', 2000, 1),
  ('si', 'PCIE-Gen5', 3000, 2),
  ('pi', 'PowerAC', 1000, 1),
  ('pi', 'PowerDC', 1000, 2);
