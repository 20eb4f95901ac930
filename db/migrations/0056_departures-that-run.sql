CREATE TABLE `schedule_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`departure_id` integer NOT NULL,
	`kind` text NOT NULL,
	`from_starts_on` text NOT NULL,
	`from_ends_on` text NOT NULL,
	`words` text NOT NULL,
	`answer_by` text NOT NULL,
	`form_key` text NOT NULL,
	`changed_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`departure_id`) REFERENCES `departures`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`changed_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "schedule_changes_kind" CHECK("schedule_changes"."kind" in ('canceled', 'postponed'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `schedule_changes_form_key_unique` ON `schedule_changes` (`form_key`);--> statement-breakpoint
CREATE INDEX `schedule_changes_by_departure` ON `schedule_changes` (`departure_id`,`id`);--> statement-breakpoint
CREATE TABLE `schedule_choices` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`change_id` integer NOT NULL,
	`booking_id` integer NOT NULL,
	`choice` text,
	`chosen_at` integer,
	`settled_at` integer,
	FOREIGN KEY (`change_id`) REFERENCES `schedule_changes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "schedule_choices_choice" CHECK("schedule_choices"."choice" in ('refund', 'move', 'stays'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `schedule_choices_once` ON `schedule_choices` (`change_id`,`booking_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `schedule_choices_one_open` ON `schedule_choices` (`booking_id`) WHERE "schedule_choices"."settled_at" is null;--> statement-breakpoint
CREATE INDEX `schedule_choices_by_booking` ON `schedule_choices` (`booking_id`,`id`);--> statement-breakpoint
ALTER TABLE `departures` ADD `minimum_travelers` integer CONSTRAINT "departures_minimum" CHECK("minimum_travelers" between 1 and 500);--> statement-breakpoint
ALTER TABLE `departures` ADD `decide_on` text CONSTRAINT "departures_decision" CHECK(("decide_on" is null) = ("minimum_travelers" is null) and ("decide_on" is null or "decide_on" <= "first_installment_due_on"));--> statement-breakpoint
ALTER TABLE `departures` ADD `guaranteed_at` integer;--> statement-breakpoint
ALTER TABLE `departures` ADD `canceled_at` integer CONSTRAINT "departures_canceled" CHECK("canceled_at" is null or "sales" <> 'open');--> statement-breakpoint
DROP TRIGGER `bookings_asked`;--> statement-breakpoint
CREATE TRIGGER `bookings_asked` AFTER UPDATE OF `payment_status`, `total_cents`, `kept_cents`, `departure_id` ON `bookings` BEGIN UPDATE `bookings` SET `asked_cents` = iif(`bookings`.`payment_status` IN ('deposit_paid', 'completed') AND `bookings`.`kept_cents` > 0 AND NOT EXISTS (SELECT 1 FROM `departures` d WHERE d.`id` = `bookings`.`departure_id` AND d.`canceled_at` IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM `refunds` r WHERE r.`booking_id` = `bookings`.`id` AND r.`reason` = 'whole' AND r.`state` IN ('owed', 'refused')), max(0, `bookings`.`total_cents` - `bookings`.`kept_cents`), 0) WHERE `id` = new.`id`; END;--> statement-breakpoint
CREATE TRIGGER `departures_asked` AFTER UPDATE OF `canceled_at` ON `departures` BEGIN UPDATE `bookings` SET `departure_id` = `departure_id` WHERE `departure_id` = new.`id` AND `payment_status` IN ('deposit_paid', 'completed'); END;