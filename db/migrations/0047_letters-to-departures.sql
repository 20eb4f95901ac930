CREATE TABLE `departure_letters` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`departure_id` integer NOT NULL,
	`kind` text DEFAULT 'written' NOT NULL,
	`subject` text NOT NULL,
	`body` text NOT NULL,
	`audience` text NOT NULL,
	`addressees` text NOT NULL,
	`is_urgent` integer DEFAULT false NOT NULL,
	`timing` text NOT NULL,
	`send_on` text,
	`days` integer,
	`send_minute` integer NOT NULL,
	`state` text DEFAULT 'draft' NOT NULL,
	`skipped_because` text,
	`version` integer DEFAULT 1 NOT NULL,
	`form_key` text,
	`created_at` integer NOT NULL,
	`sending_at` integer,
	`sent_at` integer,
	FOREIGN KEY (`departure_id`) REFERENCES `departures`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "departure_letters_kind" CHECK("departure_letters"."kind" in ('written', 'trip-book', 'meeting-point', 'day-before', 'thanks')),
	CONSTRAINT "departure_letters_addressees" CHECK("departure_letters"."addressees" in ('leads', 'travelers')),
	CONSTRAINT "departure_letters_state" CHECK("departure_letters"."state" in ('draft', 'scheduled', 'sending', 'sent', 'skipped')),
	CONSTRAINT "departure_letters_timing" CHECK("departure_letters"."timing" in ('by-hand', 'on-day', 'before', 'after')),
	CONSTRAINT "departure_letters_day" CHECK(("departure_letters"."timing" = 'on-day') = ("departure_letters"."send_on" is not null)),
	CONSTRAINT "departure_letters_days" CHECK(("departure_letters"."timing" in ('before', 'after')) = ("departure_letters"."days" is not null)),
	CONSTRAINT "departure_letters_minute" CHECK("departure_letters"."send_minute" between 0 and 1439),
	CONSTRAINT "departure_letters_scheduled" CHECK("departure_letters"."state" <> 'scheduled' or "departure_letters"."timing" <> 'by-hand'),
	CONSTRAINT "departure_letters_skipped" CHECK(("departure_letters"."state" = 'skipped') = ("departure_letters"."skipped_because" is not null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `departure_letters_form_key_unique` ON `departure_letters` (`form_key`);--> statement-breakpoint
CREATE INDEX `departure_letters_by_departure` ON `departure_letters` (`departure_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `departure_letters_own_once` ON `departure_letters` (`departure_id`,`kind`) WHERE "departure_letters"."kind" <> 'written';--> statement-breakpoint
CREATE INDEX `departure_letters_to_leave` ON `departure_letters` (`id`) WHERE "departure_letters"."state" in ('scheduled', 'sending');--> statement-breakpoint
CREATE TABLE `letter_recipients` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`letter_id` integer NOT NULL,
	`booking_id` integer NOT NULL,
	`traveler_id` integer NOT NULL,
	`outbox_id` integer,
	`read_token` text,
	`read_at` integer,
	FOREIGN KEY (`letter_id`) REFERENCES `departure_letters`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`booking_id`) REFERENCES `bookings`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`outbox_id`) REFERENCES `outbox`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `letter_recipients_read_token_unique` ON `letter_recipients` (`read_token`);--> statement-breakpoint
CREATE UNIQUE INDEX `letter_recipients_once` ON `letter_recipients` (`letter_id`,`traveler_id`);--> statement-breakpoint
CREATE INDEX `letter_recipients_by_booking` ON `letter_recipients` (`booking_id`);--> statement-breakpoint
CREATE INDEX `letter_recipients_by_mail` ON `letter_recipients` (`outbox_id`);