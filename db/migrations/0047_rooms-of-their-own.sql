CREATE TABLE `room_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`traveler_id` integer NOT NULL,
	`room_type` text NOT NULL,
	`price_change_id` integer,
	`form_key` text NOT NULL,
	`changed_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`price_change_id`) REFERENCES `price_changes`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`changed_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "room_changes_room_type" CHECK("room_changes"."room_type" in ('double', 'single'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `room_changes_form_key_unique` ON `room_changes` (`form_key`);--> statement-breakpoint
CREATE INDEX `room_changes_by_booking` ON `room_changes` (`booking_id`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `singles` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `early_bird_off_single_cents` integer;--> statement-breakpoint
ALTER TABLE `travelers` ADD `room_type` text DEFAULT 'double' NOT NULL;--> statement-breakpoint
UPDATE `bookings` SET `singles` = `number_of_guests` WHERE `room_type` = 'single';--> statement-breakpoint
UPDATE `travelers` SET `room_type` = 'single' WHERE `booking_id` IN (SELECT `id` FROM `bookings` WHERE `room_type` = 'single');--> statement-breakpoint
CREATE TRIGGER `beds_taken` BEFORE INSERT ON `travelers` WHEN EXISTS (SELECT 1 FROM `travelers` WHERE `room_id` = new.`room_id` AND 'single' IN (`room_type`, new.`room_type`)) OR (SELECT count(*) FROM `travelers` WHERE `room_id` = new.`room_id`) > 1 BEGIN SELECT RAISE(ABORT, 'No bed is free in this room'); END;--> statement-breakpoint
CREATE TRIGGER `beds_changed` BEFORE UPDATE OF `room_id`, `room_type` ON `travelers` WHEN EXISTS (SELECT 1 FROM `travelers` WHERE `room_id` = new.`room_id` AND `id` <> new.`id` AND 'single' IN (`room_type`, new.`room_type`)) OR (SELECT count(*) FROM `travelers` WHERE `room_id` = new.`room_id` AND `id` <> new.`id`) > 1 BEGIN SELECT RAISE(ABORT, 'No bed is free in this room'); END;
