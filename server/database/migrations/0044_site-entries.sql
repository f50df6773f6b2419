CREATE TABLE "site_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"number" integer NOT NULL,
	"rank" integer NOT NULL,
	"content" jsonb NOT NULL,
	"published" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"by_id" text,
	"by_name" text,
	"changed" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "site_entries_number" ON "site_entries" USING btree ("kind","number");--> statement-breakpoint
CREATE INDEX "site_entries_order" ON "site_entries" USING btree ("kind","rank","number");--> statement-breakpoint
-- The news and publications that every site had until now. A page that cannot reach the database shows the same ones from
-- src/content. The rank of news is the negative number of its last day, so that the latest comes first.
INSERT INTO "site_entries" ("id", "kind", "number", "rank", "content", "published")
SELECT gen_random_uuid(), "kind", "number", "rank", "content"::jsonb, true FROM (VALUES
  ('news', 1, -20118, '{"image":"/news/designcon.svg","date":"28-30 Jan 2025","title":"DesignCon 2025","content":"<p>Chip, board and system engineers meet in Santa Clara, a short drive from our office in Campbell.</p><p>This year’s topics:</p><ul><li>links at 32 GT/s and above, and the margin left after the connector;</li><li>power delivery for accelerators that draw a kiloampere;</li><li>measurement that agrees with simulation, and how to tell when that is luck.</li></ul><p>We went to learn, and came back with two fixtures to build and a model to throw away.</p>"}'),
  ('news', 2, -20119, '{"image":"/news/ibis-summit.svg","date":"31 Jan 2025","title":"IBIS Summit at DesignCon 2025","content":"<p>The summit gathers the people who write and use I/O buffer models, right after DesignCon.</p><p>Buffer and package models decide how far a channel simulation can be trusted. We bring the questions that come up in customer projects and pass the answers on.</p>"}'),
  ('news', 3, -20215, '{"image":"/news/cadencelive.svg","date":"07 May 2025","title":"CadenceLIVE Silicon Valley 2025","content":"<p>A day on design flows from chip to board in Silicon Valley, with a focus on automation and AI in placement and routing.</p><p>Our takeaway: constraints that are <strong>written early</strong> pay for themselves in every later step. A router that knows the impedance, the skew and the return path finds in an hour what a review would have asked for in a week.</p><p>We saw good solutions for the handoff between package and board, where most surprises in a project occur. Ask us how we carry constraints from schematic to sign-off.</p>"}'),
  ('news', 4, -20321, '{"image":"/news/sipi-university.svg","date":"19-21 August 2025","title":"Global SIPI University 2025","content":"<p>Three days of classes on signal and power integrity, from transmission-line basics to machine learning for PDN design.</p><p>Our engineers follow the sessions that are relevant to daily work:</p><ul><li>decoupling by optimization instead of rules of thumb;</li><li>S-parameter models that stay <strong>passive and causal</strong>;</li><li>what a time-domain reflectometer shows and a network analyzer hides.</li></ul><p>If you are there, come and talk about your board: we have open questions of our own on supply-induced jitter, and would like to hear yours.</p>"}'),
  ('publication', 1, 1, '{"title":"Decoupling Capacitor Selection Algorithm for PDN Based on Deep Reinforcement Learning","url":"https://doi.org/10.1109/ISEMC.2019.8825249","authors":"L. Zhang, Z. Zhang, C. Huang, H. Deng, H. Lin, B. Tseng, J. Drewniak, C. Hwang","conference":"IEEE EMC+SIPI, 2019"}'),
  ('publication', 2, 2, '{"title":"Effective PCB Decoupling Optimization by Combining an Iterative Genetic Algorithm and Machine Learning","url":"https://www.mdpi.com/2079-9292/9/8/1243","authors":"R. Cecchetti, F. de Paulis, C. Olivieri, A. Orlandi, M. Buecker","conference":"Electronics 9(8), 1243, 2020"}'),
  ('publication', 3, 3, '{"title":"SI/PI-Database of PCB-Based Interconnects for Machine Learning Applications","url":"https://doi.org/10.1109/ACCESS.2021.3061788","authors":"M. Schierholz, A. Sánchez-Masís, A. Carmona-Cruz, X. Duan, K. Roy, C. Yang, R. Rimolo-Donadio, C. Schuster","conference":"IEEE Access, 2021"}'),
  ('publication', 4, 4, '{"title":"Fast PDN Impedance Prediction Using Deep Learning","url":"https://arxiv.org/abs/2106.10693","authors":"L. Zhang, J. Juang, Z. Kiguradze, B. Pu, S. Jin, S. Wu, Z. Yang, C. Hwang","conference":"arXiv, 2021"}'),
  ('publication', 5, 5, '{"title":"Transformer Network-based Reinforcement Learning Method for Power Distribution Network (PDN) Optimization of High Bandwidth Memory (HBM)","url":"https://arxiv.org/abs/2203.15722","authors":"H. Park, M. Kim, S. Kim, K. Kim, H. Kim, T. Shin, K. Son, B. Sim, S. Kim, S. Jeong, C. Hwang, J. Kim","conference":"arXiv, 2022"}'),
  ('publication', 6, 6, '{"title":"DevFormer: A Symmetric Transformer for Context-Aware Device Placement","url":"https://openreview.net/forum?id=pWk5MoS04I","authors":"H. Kim, M. Kim, F. Berto, J. Kim, J. Park","conference":"ICML, 2023"}'),
  ('publication', 7, 7, '{"title":"AI Models for Supporting SI Analysis on PCB Net Structures: Comparing Linear and Non-Linear Data Sources","url":"https://ars.copernicus.org/articles/21/77/2023","authors":"J. Withöft, W. John, E. Ecik, R. Brüning, J. Götze","conference":"Advances in Radio Science 21, 2023"}'),
  ('publication', 8, 8, '{"title":"Iterative Placement of Decoupling Capacitors using Optimization Algorithms and Machine Learning","url":"https://doi.org/10.5194/ars-21-123-2024","authors":"Z. Nezhi, N. Ghafarian Shoaee, M. Stiemer","conference":"Advances in Radio Science 21, 2024"}'),
  ('publication', 9, 9, '{"title":"Vector Fitting","url":"https://arxiv.org/abs/1908.08977","authors":"P. Triverio","conference":"arXiv, 2019"}'),
  ('publication', 10, 10, '{"title":"PCB-Bench: Benchmarking LLMs for Printed Circuit Board Placement and Routing","url":"https://openreview.net/forum?id=Q5QLu7XTWx","authors":"J. Li, L. Chen, B. Yang, J. Zhu, Y. Wang, Y. Ma, M. Yang","conference":"ICLR, 2026"}')
) AS "initial" ("kind", "number", "rank", "content");--> statement-breakpoint
INSERT INTO "counters" ("series", "last") VALUES ('news', 4), ('publication', 10);
