CREATE TABLE `guest_requests` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`kind` text NOT NULL,
	`message` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`done_by` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`done_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "guest_requests_kind" CHECK("guest_requests"."kind" in ('change', 'cancel'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `guest_requests_one_open` ON `guest_requests` (`booking_id`,`kind`) WHERE "guest_requests"."done_at" is null;--> statement-breakpoint
CREATE INDEX `guest_requests_open` ON `guest_requests` (`created_at`) WHERE "guest_requests"."done_at" is null;--> statement-breakpoint
CREATE INDEX `guest_requests_by_booking` ON `guest_requests` (`booking_id`,`created_at`);