CREATE TABLE `desk_settings` (
	`id` integer PRIMARY KEY NOT NULL,
	`idle_hours` integer NOT NULL,
	CONSTRAINT "desk_settings_one_row" CHECK("desk_settings"."id" = 1),
	CONSTRAINT "desk_settings_idle_hours" CHECK("desk_settings"."idle_hours" between 1 and 24)
);
--> statement-breakpoint
ALTER TABLE `sessions` ADD `browser` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `last_seen_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `sessions` SET `last_seen_at` = `created_at`;
