ALTER TABLE `departure_watchers` ADD `departure_id` integer REFERENCES departures(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `departure_watchers` ADD `change_id` integer REFERENCES schedule_changes(id) ON DELETE set null;--> statement-breakpoint
CREATE INDEX `departure_watchers_of` ON `departure_watchers` (`departure_id`,lower("email")) WHERE "departure_watchers"."departure_id" is not null;--> statement-breakpoint
CREATE INDEX `departure_watchers_to_hear` ON `departure_watchers` (`change_id`) WHERE "departure_watchers"."change_id" is not null;