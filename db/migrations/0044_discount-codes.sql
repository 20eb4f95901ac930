CREATE TABLE `discount_codes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`words` text NOT NULL,
	`off_cents` integer,
	`off_percent` real,
	`departure_ids` text,
	`ends_on` text,
	`uses_at_most` integer,
	`uses_each_at_most` integer,
	`created_at` integer NOT NULL,
	CONSTRAINT "discount_codes_off" CHECK(("discount_codes"."off_cents" is null) <> ("discount_codes"."off_percent" is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `discount_codes_code_unique` ON `discount_codes` (`code`);--> statement-breakpoint
ALTER TABLE `departures` ADD `early_bird_off_percent` real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `price_changes` ADD `code_id` integer REFERENCES discount_codes(id);--> statement-breakpoint
CREATE INDEX `price_changes_by_code` ON `price_changes` (`code_id`) WHERE "price_changes"."code_id" is not null;