PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_write_offs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`booking_id` integer NOT NULL,
	`amount_cents` integer NOT NULL,
	`reason` text NOT NULL,
	`form_key` text NOT NULL,
	`recorded_by` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`recorded_by`) REFERENCES `admin_users`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "write_offs_amount" CHECK("__new_write_offs"."amount_cents" <> 0)
);
--> statement-breakpoint
INSERT INTO `__new_write_offs`("id", "booking_id", "amount_cents", "reason", "form_key", "recorded_by", "created_at") SELECT "id", "booking_id", "amount_cents", "reason", "form_key", "recorded_by", "created_at" FROM `write_offs`;--> statement-breakpoint
DROP TABLE `write_offs`;--> statement-breakpoint
ALTER TABLE `__new_write_offs` RENAME TO `write_offs`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `write_offs_form_key_unique` ON `write_offs` (`form_key`);--> statement-breakpoint
CREATE INDEX `write_offs_by_booking` ON `write_offs` (`booking_id`);--> statement-breakpoint
CREATE INDEX `write_offs_by_age` ON `write_offs` (`created_at`);--> statement-breakpoint
DROP INDEX `bookings_by_phone`;--> statement-breakpoint
CREATE INDEX `bookings_by_mailbox` ON `bookings` (iif(substr(lower(`customer_email`), instr(lower(`customer_email`), '@') + 1) in ('gmail.com', 'googlemail.com'), coalesce(nullif(replace(substr(substr(lower(`customer_email`), 1, instr(lower(`customer_email`), '@') - 1), 1, instr(substr(lower(`customer_email`), 1, instr(lower(`customer_email`), '@') - 1) || '+', '+') - 1), '.', ''), ''), substr(lower(`customer_email`), 1, instr(lower(`customer_email`), '@') - 1)) || '@gmail.com', lower(`customer_email`)));--> statement-breakpoint
DROP INDEX `contact_inquiries_by_email`;--> statement-breakpoint
CREATE INDEX `contact_inquiries_by_mailbox` ON `contact_inquiries` (iif(substr(lower(`email`), instr(lower(`email`), '@') + 1) in ('gmail.com', 'googlemail.com'), coalesce(nullif(replace(substr(substr(lower(`email`), 1, instr(lower(`email`), '@') - 1), 1, instr(substr(lower(`email`), 1, instr(lower(`email`), '@') - 1) || '+', '+') - 1), '.', ''), ''), substr(lower(`email`), 1, instr(lower(`email`), '@') - 1)) || '@gmail.com', lower(`email`)));--> statement-breakpoint
DROP INDEX `former_words_by_phone`;--> statement-breakpoint
CREATE INDEX `former_words_by_mailbox` ON `former_words` (iif(substr(lower(`word`), instr(lower(`word`), '@') + 1) in ('gmail.com', 'googlemail.com'), coalesce(nullif(replace(substr(substr(lower(`word`), 1, instr(lower(`word`), '@') - 1), 1, instr(substr(lower(`word`), 1, instr(lower(`word`), '@') - 1) || '+', '+') - 1), '.', ''), ''), substr(lower(`word`), 1, instr(lower(`word`), '@') - 1)) || '@gmail.com', lower(`word`)));--> statement-breakpoint
DROP INDEX `traveler_details_by_phone`;--> statement-breakpoint
DROP INDEX `traveler_details_by_emergency_phone`;--> statement-breakpoint
CREATE INDEX `newsletter_subscriptions_by_mailbox` ON `newsletter_subscriptions` (iif(substr(lower(`email`), instr(lower(`email`), '@') + 1) in ('gmail.com', 'googlemail.com'), coalesce(nullif(replace(substr(substr(lower(`email`), 1, instr(lower(`email`), '@') - 1), 1, instr(substr(lower(`email`), 1, instr(lower(`email`), '@') - 1) || '+', '+') - 1), '.', ''), ''), substr(lower(`email`), 1, instr(lower(`email`), '@') - 1)) || '@gmail.com', lower(`email`)));--> statement-breakpoint
CREATE INDEX `travelers_by_mailbox` ON `travelers` (iif(substr(lower(`email`), instr(lower(`email`), '@') + 1) in ('gmail.com', 'googlemail.com'), coalesce(nullif(replace(substr(substr(lower(`email`), 1, instr(lower(`email`), '@') - 1), 1, instr(substr(lower(`email`), 1, instr(lower(`email`), '@') - 1) || '+', '+') - 1), '.', ''), ''), substr(lower(`email`), 1, instr(lower(`email`), '@') - 1)) || '@gmail.com', lower(`email`)));--> statement-breakpoint
CREATE INDEX `waitlist_entries_by_mailbox` ON `waitlist_entries` (iif(substr(lower(`email`), instr(lower(`email`), '@') + 1) in ('gmail.com', 'googlemail.com'), coalesce(nullif(replace(substr(substr(lower(`email`), 1, instr(lower(`email`), '@') - 1), 1, instr(substr(lower(`email`), 1, instr(lower(`email`), '@') - 1) || '+', '+') - 1), '.', ''), ''), substr(lower(`email`), 1, instr(lower(`email`), '@') - 1)) || '@gmail.com', lower(`email`)));