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
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_guest_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`kind` text NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`done_by` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`done_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "guest_requests_kind" CHECK("__new_guest_requests"."kind" in ('contact', 'pay-later', 'move', 'room', 'join', 'leave', 'change', 'cancel'))
);
--> statement-breakpoint
INSERT INTO `__new_guest_requests`("id", "booking_id", "kind", "message", "created_at", "done_at", "done_by") SELECT "id", "booking_id", "kind", "message", "created_at", "done_at", "done_by" FROM `guest_requests`;--> statement-breakpoint
DROP TABLE `guest_requests`;--> statement-breakpoint
ALTER TABLE `__new_guest_requests` RENAME TO `guest_requests`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `guest_requests_one_open` ON `guest_requests` (`booking_id`,`kind`) WHERE "guest_requests"."done_at" is null;--> statement-breakpoint
CREATE INDEX `guest_requests_open` ON `guest_requests` (`created_at`) WHERE "guest_requests"."done_at" is null;--> statement-breakpoint
CREATE INDEX `guest_requests_by_booking` ON `guest_requests` (`booking_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `singles` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `bookings` ADD `early_bird_off_single_cents` integer;--> statement-breakpoint
ALTER TABLE `travelers` ADD `room_type` text DEFAULT 'double' NOT NULL;--> statement-breakpoint
UPDATE `bookings` SET `singles` = `number_of_guests` WHERE `room_type` = 'single';--> statement-breakpoint
UPDATE `travelers` SET `room_type` = 'single' WHERE `booking_id` IN (SELECT `id` FROM `bookings` WHERE `room_type` = 'single');--> statement-breakpoint
CREATE TRIGGER `beds_taken` BEFORE INSERT ON `travelers` WHEN EXISTS (SELECT 1 FROM `travelers` WHERE `room_id` = new.`room_id` AND 'single' IN (`room_type`, new.`room_type`)) OR (SELECT count(*) FROM `travelers` WHERE `room_id` = new.`room_id`) > 1 BEGIN SELECT RAISE(ABORT, 'No bed is free in this room'); END;--> statement-breakpoint
CREATE TRIGGER `beds_changed` BEFORE UPDATE OF `room_id`, `room_type` ON `travelers` WHEN EXISTS (SELECT 1 FROM `travelers` WHERE `room_id` = new.`room_id` AND `id` <> new.`id` AND 'single' IN (`room_type`, new.`room_type`)) OR (SELECT count(*) FROM `travelers` WHERE `room_id` = new.`room_id` AND `id` <> new.`id`) > 1 BEGIN SELECT RAISE(ABORT, 'No bed is free in this room'); END;
