CREATE TABLE `notes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer,
	`contact_id` integer,
	`text` text NOT NULL,
	`due_on` text,
	`form_key` text NOT NULL,
	`written_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`done_by` text,
	`done_at` integer,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`contact_id`) REFERENCES `contact_inquiries`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "notes_about_one" CHECK(("notes"."booking_id" is null) <> ("notes"."contact_id" is null)),
	CONSTRAINT "notes_done" CHECK(("notes"."done_at" is null) = ("notes"."done_by" is null)),
	CONSTRAINT "notes_only_tasks_done" CHECK("notes"."done_at" is null or "notes"."due_on" is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notes_form_key_unique` ON `notes` (`form_key`);--> statement-breakpoint
CREATE INDEX `notes_by_booking` ON `notes` (`booking_id`) WHERE "notes"."booking_id" is not null;--> statement-breakpoint
CREATE INDEX `notes_by_contact` ON `notes` (`contact_id`) WHERE "notes"."contact_id" is not null;--> statement-breakpoint
CREATE INDEX `notes_to_do` ON `notes` (`due_on`,`id`) WHERE "notes"."due_on" is not null and "notes"."done_at" is null;--> statement-breakpoint
CREATE INDEX `contact_inquiries_by_email` ON `contact_inquiries` (lower("email"));
--> statement-breakpoint
INSERT INTO `notes` (`contact_id`, `text`, `form_key`, `written_by`, `created_at`)
	SELECT c.`id`, c.`note`, 'contact:' || c.`id`, coalesce(l.`actor`, 'Staff'), coalesce(l.`created_at`, c.`answered_at`, c.`created_at`)
	FROM `contact_inquiries` c LEFT JOIN `audit_log` l ON l.`id` = (SELECT max(`id`) FROM `audit_log` WHERE `subject` = 'contact:' || c.`id` AND `action` = 'contact-noted')
	WHERE c.`note` <> '';
--> statement-breakpoint
ALTER TABLE `contact_inquiries` DROP COLUMN `note`;