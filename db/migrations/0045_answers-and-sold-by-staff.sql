CREATE TABLE `inquiry_answers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`contact_id` integer NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`mail_id` integer NOT NULL,
	`form_key` text NOT NULL,
	`written_by` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`contact_id`) REFERENCES `contact_inquiries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`mail_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `inquiry_answers_mail_id_unique` ON `inquiry_answers` (`mail_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `inquiry_answers_form_key_unique` ON `inquiry_answers` (`form_key`);--> statement-breakpoint
CREATE INDEX `inquiry_answers_by_contact` ON `inquiry_answers` (`contact_id`);--> statement-breakpoint
ALTER TABLE `bookings` ADD `sold_by` text;