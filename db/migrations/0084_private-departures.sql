ALTER TABLE `departures` ADD `is_private` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `departures` ADD `private_for` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `departures` ADD `private_note` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `departures` ADD `link_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `departures_by_link` ON `departures` (`link_key`) WHERE "departures"."link_key" is not null;