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
	CONSTRAINT "guest_requests_kind" CHECK("__new_guest_requests"."kind" in ('contact', 'pay-later', 'move', 'join', 'leave', 'change', 'cancel'))
);
--> statement-breakpoint
INSERT INTO `__new_guest_requests`("id", "booking_id", "kind", "message", "created_at", "done_at", "done_by") SELECT "id", "booking_id", "kind", "message", "created_at", "done_at", "done_by" FROM `guest_requests`;--> statement-breakpoint
DROP TABLE `guest_requests`;--> statement-breakpoint
ALTER TABLE `__new_guest_requests` RENAME TO `guest_requests`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `guest_requests_one_open` ON `guest_requests` (`booking_id`,`kind`) WHERE "guest_requests"."done_at" is null;--> statement-breakpoint
CREATE INDEX `guest_requests_open` ON `guest_requests` (`created_at`) WHERE "guest_requests"."done_at" is null;--> statement-breakpoint
CREATE INDEX `guest_requests_by_booking` ON `guest_requests` (`booking_id`,`created_at`);