DROP INDEX `reminders_once`;--> statement-breakpoint
ALTER TABLE `reminders` ADD `for_traveler_id` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `reminders_once_for_a_share` ON `reminders` (`installment_id`,`for_traveler_id`,`kind`);--> statement-breakpoint
CREATE UNIQUE INDEX `reminders_once` ON `reminders` (`installment_id`,`kind`) WHERE "reminders"."for_traveler_id" is null;